import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Check } from '../../bench.ts';
import { processorTime } from '../../processor-time.ts';
import { quantile } from '../../quantiles.ts';
import { reportSteadily } from '../../reports/report-steadily.ts';
import { type ChildServer, startChildServer } from '../../servers/child-server.ts';
import { followStreams } from '../../streams/followed-streams.ts';
import { compare } from './received-events.ts';

const CLIENTS = [1, 100, 1_000];
const REPORTS_PER_SECOND = 20;
/** Events may arrive after the last report was answered. */
const SETTLE_MS = 1_000;

/** Measures the time from sending a report with a 100 KB JPEG to its event at 1, 100 and 1,000 clients of the stream. */
export const streamedEvents: Bench = async (options) => {
  const server = await startChildServer({ dataDir: path.join(options.folder, 'live') });
  options.atEnd(server.stop);
  await reportSteadily(server, { perSecond: REPORTS_PER_SECOND, count: REPORTS_PER_SECOND });
  const rows = [];
  const checks: Check[] = [];
  const count = Math.ceil(REPORTS_PER_SECOND * options.seconds * options.rounds);
  for (const clients of CLIENTS) {
    const run = await follow(server, { clients, count });
    const times = run.latencies;
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    options.progress(`${clients} clients: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
    rows.push([clients, times.length, p50, p99, quantile(times, 1), run.cpuMicroseconds, run.faults]);
    const check = { unit: 'ms', bound: 'at most' } as const;
    checks.push(
      { ...check, what: `Report → event at ${clients} clients, p50`, measured: p50, target: 15 },
      { ...check, what: `Report → event at ${clients} clients, p99`, measured: p99, target: 60 },
      {
        ...check,
        what: `Events missed, repeated or out of order at ${clients} clients`,
        measured: run.faults,
        unit: '',
        target: 0,
      },
    );
  }
  const columns = [
    'clients',
    'deliveries',
    'p50 ms',
    'p99 ms',
    'slowest ms',
    'CPU µs per delivery',
    'missed, repeated, out of order',
  ];
  const title = `Report with a 100 KB JPEG sent → event received, ${REPORTS_PER_SECOND} reports a second`;
  return { tables: [{ title, columns, rows }], checks };
};

async function follow(server: ChildServer, { clients, count }: { clients: number; count: number }) {
  const streams = await followStreams(server, clients);
  const before = processorTime(server.pid);
  const sent = await reportSteadily(server, { perSecond: REPORTS_PER_SECOND, count });
  await sleep(SETTLE_MS);
  const cpuMicroseconds = (processorTime(server.pid) - before) / (clients * count);
  return { ...compare(sent, await streams.received()), cpuMicroseconds };
}
