import { Pool } from 'undici';
import { pace } from '../pace.ts';
import { quantile } from '../quantiles.ts';
import { type Recipe, requestMaker } from './requests.ts';
import { type Answer, sendInTurn } from './send-in-turn.ts';

// The load runs in a separate process, so that its event loop and the bench's do not delay each other. It uses undici,
// because node:http as a client takes as much processor time as the measured server.

export type LoadJob = {
  port: number;
  /** Ports of other servers that share the work; connections use them in turn. */
  neighbours?: readonly number[];
  recipe: Recipe;
  connections: number;
  seconds: number;
  /** Requests per second; absent: each connection sends as fast as it gets responses. */
  perSecond?: number;
};

export type LoadResult = {
  /** Responses with status 2xx. */
  count: number;
  /** Responses with any other status. */
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
