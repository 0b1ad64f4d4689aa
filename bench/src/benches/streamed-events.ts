import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Check } from '../bench.ts';
import { type ChildServer, startChildServer } from '../child-server.ts';
import { followStreams } from '../followed-streams.ts';
import type { Received } from '../load/stream-clients.ts';
import { processorTime } from '../processor-time.ts';
import { quantile } from '../quantiles.ts';
import { startReference } from '../reference-server.ts';
import { reportOneByOne, reportSteadily, type SentReport } from '../report-steadily.ts';

const CLIENTS = [1, 100, 1_000];
const REPORTS_PER_SECOND = 20;
/** Events may arrive after the last report was answered. */
const SETTLE_MS = 1_000;

/** Measures the time from sending a report with a 100 KB JPEG to its event at 1, 100 and 1,000 clients of the stream. */
export const streamedEvents: Bench = async (options) => {
  const alone = await oneSender(options);
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
  return { tables: [{ title, columns, rows }, ...alone.tables], checks: [...checks, ...alone.checks] };
};

/** One device that sends its next report after each response, compared with a server that only syncs the file and sends the event. */
const oneSender: Bench = async ({ folder, seconds, rounds, atEnd, progress }) => {
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

async function follow(server: ChildServer, { clients, count }: { clients: number; count: number }) {
  const streams = await followStreams(server, clients);
  const before = processorTime(server.pid);
  const sent = await reportSteadily(server, { perSecond: REPORTS_PER_SECOND, count });
  await sleep(SETTLE_MS);
  const cpuMicroseconds = (processorTime(server.pid) - before) / (clients * count);
  return { ...compare(sent, await streams.received()), cpuMicroseconds };
}

/** Every client must have received every report once, in the order of the log. */
export function compare(
  sent: readonly SentReport[],
  clients: Received['clients'],
): { latencies: number[]; faults: number } {
  const sentAt = new Map(sent.map((report) => [report.id, report.sentAt]));
  const latencies: number[] = [];
  let faults = 0;
  for (const { ids, at, seqs } of clients) {
    faults += Math.abs(sent.length - new Set(ids).size) + (ids.length - new Set(ids).size);
    faults += seqs.filter((seq, index) => index > 0 && seq <= (seqs[index - 1] ?? 0)).length;
    for (const [index, id] of ids.entries()) {
      const start = sentAt.get(id);
      if (start === undefined) faults += 1;
      else latencies.push((at[index] ?? 0) - start);
    }
  }
  return { latencies, faults };
}
