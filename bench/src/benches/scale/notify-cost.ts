import { EVENTS_CHANNEL } from '../../../../server/src/db/channels.ts';
import type { Bench } from '../../bench.ts';
import { contest, ratioOf } from '../../contest.ts';
import type { Loader } from '../../load/loader.ts';
import { SAMPLE_REPORT } from '../../reports/sample-report.ts';
import { startServerGroup } from '../../servers/server-group.ts';

const CONNECTIONS = 64;

/** In this database the same statement sends no notification, because PostgreSQL finds a function of the same name first. */
const MUTED = [
  'create schema muted',
  `create function muted.pg_notify(channel text, payload text) returns void language sql
    as $$ select pg_catalog.pg_notify(channel, payload) where channel <> '${EVENTS_CHANNEL}' $$`,
  "do $$ begin execute format('alter database %I set search_path = public, muted, pg_catalog', current_database()); end $$",
];

/** Measures the cost of NOTIFY at every commit: the same server on two databases, one of which sends none. */
export async function notifyCost(
  options: Parameters<Bench>[0],
  { loader, postgresUrl }: { loader: Loader; postgresUrl: string },
): Promise<Awaited<ReturnType<Bench>>> {
  const group = { ...options, postgresUrl, size: 1 };
  const [telling] = await startServerGroup({ ...group, name: 'telling' });
  const [mute] = await startServerGroup({ ...group, name: 'mute', prepare: MUTED });
  const recipe = (key: string) =>
    ({ kind: 'json', headers: { authorization: `Bearer ${key}` }, report: SAMPLE_REPORT }) as const;
  const of = await contest({
    ...options,
    loader,
    connections: [CONNECTIONS],
    contestants: [
      { ...telling, name: 'with NOTIFY', recipe: recipe(telling.device.key) },
      { ...mute, name: 'without', recipe: recipe(mute.device.key) },
    ],
  });
  const [withNotify, without] = [of('with NOTIFY', CONNECTIONS), of('without', CONNECTIONS)];
  const cost = 100 * (1 - ratioOf('perSecond', withNotify, without));
  const rows = Object.entries({ 'with NOTIFY': withNotify, without }).map(([name, cell]) => [
    ...[name, cell.perSecond, cell.p50, cell.p99, cell.cpuMicroseconds],
    ratioOf('perSecond', cell, without),
  ]);
  const columns = ['commits', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'of without'];
  return {
    tables: [{ title: `JSON reports to one server, ${CONNECTIONS} connections`, columns, rows }],
    checks: [{ what: 'What NOTIFY takes of the insert rate', measured: cost, unit: '%', target: 10, bound: 'at most' }],
  };
}
