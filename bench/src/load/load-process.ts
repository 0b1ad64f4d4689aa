import { Pool } from 'undici';
import { pace } from '../pace.ts';
import { quantile } from '../quantiles.ts';
import { type Recipe, requestMaker } from './requests.ts';
import { type Answer, sendInTurn } from './send-in-turn.ts';

// The load comes from a process of its own, so that its event loop never waits for the bench's and the other way round,
// and from undici: node:http as a client takes as much of the two cores as the server that is to be measured.

export type LoadJob = {
  port: number;
  /** Ports of more servers that do the same work: connections take them in turn. */
  neighbours?: readonly number[];
  recipe: Recipe;
  connections: number;
  seconds: number;
  /** Not as fast as the answers come, but so many, as devices report. */
  perSecond?: number;
};

export type LoadResult = {
  /** Answers with 2xx. */
  count: number;
  /** Answers by any other status. */
  others: Record<number, number>;
  seconds: number;
  p50: number;
  p99: number;
  slowest: number;
};

async function load({ port, neighbours = [], recipe, connections, seconds, perSecond }: LoadJob): Promise<LoadResult> {
  const next = requestMaker(recipe);
  const latencies: number[] = [];
  const others: Record<number, number> = {};
  const start = performance.now();
  const goesOn = () => performance.now() - start < seconds * 1_000;
  const answered = ({ status, milliseconds }: Answer) => {
    if (status >= 200 && status < 300) latencies.push(milliseconds);
    else others[status] = (others[status] ?? 0) + 1;
  };
  const ports = [port, ...neighbours];
  const share = Math.ceil(connections / ports.length);
  const pools = ports.map((one) => new Pool(`http://127.0.0.1:${one}`, { connections: share, pipelining: 1 }));
  const nextTurn = perSecond === undefined ? {} : { nextTurn: pace(perSecond) };
  const senders = Array.from({ length: share }, () =>
    pools.map((pool) => sendInTurn({ pool, next, answered, goesOn, ...nextTurn })),
  );
  await Promise.all(senders.flat());
  await Promise.all(pools.map((pool) => pool.close()));
  const took = (performance.now() - start) / 1_000;
  const below = (part: number) => quantile(latencies, part);
  return { count: latencies.length, others, seconds: took, p50: below(0.5), p99: below(0.99), slowest: below(1) };
}

process.on('disconnect', () => process.exit(0));
process.on('message', (job: LoadJob) => {
  load(job).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
