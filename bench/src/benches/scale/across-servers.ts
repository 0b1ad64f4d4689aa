import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Check } from '../../bench.ts';
import { quantile } from '../../quantiles.ts';
import { reportSteadily } from '../../reports/report-steadily.ts';
import { type ChildServer, startChildServer } from '../../servers/child-server.ts';
import { startServerGroup } from '../../servers/server-group.ts';
import { followStreams } from '../../streams/followed-streams.ts';
import type { Received } from '../../streams/stream-clients.ts';
import { compare } from '../live/received-events.ts';

const REPORTS_PER_SECOND = 20;
/** Events may arrive after the last report was answered. */
const SETTLE_MS = 1_000;

/** Measures report → event at another server, at the same server, and at the single embedded server. */
export async function acrossServers(
  options: Parameters<Bench>[0],
  { postgresUrl }: { postgresUrl: string },
): Promise<Awaited<ReturnType<Bench>>> {
  const embedded = await startChildServer({ dataDir: path.join(options.folder, 'across-embedded') });
  options.atEnd(embedded.stop);
  const [here, there = here] = await startServerGroup({ ...options, postgresUrl, name: 'across', size: 2 });
  const count = Math.ceil(REPORTS_PER_SECOND * options.seconds * options.rounds);
  const alone = await follow({ to: embedded, watched: [embedded], count });
  const shared = await follow({ to: here, watched: [here, there], count });
  const [atSame, atOther] = shared.received;
  const later = atOther === undefined || atSame === undefined ? [] : delays(atSame, atOther);
  const rows = [
    ['embedded server, its own event', ...shape(alone.latencies[0] ?? []), alone.faults],
    ['two servers, event at the same', ...shape(shared.latencies[0] ?? []), shared.faults],
    ['two servers, event at the other', ...shape(shared.latencies[1] ?? []), shared.faults],
    ['the other after the same', ...shape(later), ''],
  ];
  const [p50 = Number.NaN] = shape(later);
  const check = { unit: '', target: 0, bound: 'at most' } as const;
  const checks: Check[] = [
    { what: 'Event at another server, over the commit, p50', measured: p50, unit: 'ms', target: 25, bound: 'at most' },
    { ...check, what: 'Events missed, repeated or out of order at two servers', measured: shared.faults },
  ];
  const title = `Report with a 100 KB JPEG sent → event received, ${REPORTS_PER_SECOND} reports a second`;
  const columns = ['event', 'p50 ms', 'p99 ms', 'slowest ms', 'missed, repeated, out of order'];
  return { tables: [{ title, columns, rows }], checks };
}

async function follow({ to, watched, count }: { to: ChildServer; watched: readonly ChildServer[]; count: number }) {
  const perSecond = REPORTS_PER_SECOND;
  await reportSteadily(to, { perSecond, count: perSecond });
  const streams = await Promise.all(watched.map((server) => followStreams(server, 1)));
  const sent = await reportSteadily(to, { perSecond, count });
  await sleep(SETTLE_MS);
  const received = (await Promise.all(streams.map((stream) => stream.received()))).flat();
  const compared = received.map((client) => compare(sent, [client]));
  return {
    received,
    latencies: compared.map(({ latencies }) => latencies),
    faults: compared.reduce((sum, { faults }) => sum + faults, 0),
  };
}

type Client = Received['clients'][number];

/** The delay of each event at the second stream after the first; 0 when it was earlier. */
function delays(one: Client, other: Client): number[] {
  const at = new Map(one.ids.map((id, index) => [id, one.at[index] ?? Number.NaN]));
  return other.ids.map((id, index) => Math.max(0, (other.at[index] ?? Number.NaN) - (at.get(id) ?? Number.NaN)));
}

function shape(milliseconds: readonly number[]): number[] {
  return [0.5, 0.99, 1].map((share) => quantile(milliseconds, share));
}
