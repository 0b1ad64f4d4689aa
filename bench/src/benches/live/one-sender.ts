import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../../bench.ts';
import { quantile } from '../../quantiles.ts';
import { reportOneByOne } from '../../reports/report-steadily.ts';
import { startChildServer } from '../../servers/child-server.ts';
import { startReference } from '../../servers/reference-server.ts';
import { followStreams } from '../../streams/followed-streams.ts';
import { compare } from './received-events.ts';

/** Events may arrive after the last report was answered. */
const SETTLE_MS = 1_000;

/** One device that sends its next report after each response, compared with a server that only syncs the file and sends the event. */
export const oneSender: Bench = async ({ folder, seconds, rounds, atEnd, progress }) => {
  const server = await startChildServer({ dataDir: path.join(folder, 'one-sender') });
  atEnd(server.stop);
  mkdirSync(path.join(folder, 'bare'), { recursive: true });
  const bare = await startReference('bare-stream', path.join(folder, 'bare'));
  atEnd(bare.stop);
  const reference = { ...server, port: bare.port, url: `http://127.0.0.1:${bare.port}` };
  const times = { vedette: [] as number[], bare: [] as number[] };
  let faults = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, target] of [
      ['bare', reference],
      ['vedette', server],
    ] as const) {
      const streams = await followStreams(target, 1);
      const sent = await reportOneByOne(target, seconds);
      await sleep(SETTLE_MS);
      const run = compare(sent, await streams.received());
      times[name].push(...run.latencies);
      if (name === 'vedette') faults += run.faults;
    }
  }
  const rows = Object.entries(times).map(([name, all]) => [name, all.length, quantile(all, 0.5), quantile(all, 0.99)]);
  const [p50, p99] = [quantile(times.vedette, 0.5), quantile(times.vedette, 0.99)];
  progress(`one sender: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  const check = { unit: 'ms', bound: 'at most' } as const;
  const title = 'One device that reports again as soon as it was answered, 100 KB JPEG sent → event received';
  return {
    tables: [{ title, columns: ['', 'events', 'p50 ms', 'p99 ms'], rows }],
    checks: [
      { ...check, what: 'One sender: report → event, p50', measured: p50, target: 5 },
      { ...check, what: 'One sender: report → event, p99', measured: p99, target: 15 },
      { ...check, what: 'One sender: events missed, repeated or out of order', measured: faults, unit: '', target: 0 },
    ],
  };
};
