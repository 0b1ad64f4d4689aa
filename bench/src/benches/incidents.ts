import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { startPostgres } from '../../../scripts/setup/postgres.mjs';
import { databaseAddress, openDatabase } from '../../../server/src/db/database.ts';
import type { Bench, BenchOptions, Check } from '../bench.ts';
import { contest, ratioOf } from '../contest.ts';
import { startLoader } from '../load/loader.ts';
import { SAMPLE_REPORT } from '../reports/sample-report.ts';
import { type ChildServer, startChildServer } from '../servers/child-server.ts';
import { createDatabase } from '../servers/new-database.ts';

const DIALECTS = ['SQLite', 'PostgreSQL'] as const;
const KEPT = ['with', 'without'] as const;
/** A device that sees the same again and again, and one whose reports of a batch are of many series. */
const SEEN = { 'one weapon type': 1, '32 weapon types': 32 } as const;
const CONNECTIONS = 64;
const PROGRAM = fileURLToPath(new URL('../servers/incident-server.ts', import.meta.url));

/** Compares durable reports per second with and without incidents, in turns. */
export const incidents: Bench = async (options) => {
  const loader = startLoader();
  options.atEnd(loader.stop);
  const postgres = await startPostgres();
  options.atEnd(postgres.stop);
  const rows: (string | number)[][] = [];
  const checks: Check[] = [];
  for (const dialect of DIALECTS) {
    const servers = new Map<string, ChildServer>();
    for (const kept of KEPT) {
      const name = `incidents_${kept}`;
      const place = dialect === 'SQLite' ? {} : { databaseUrl: await createDatabase(postgres.url, { name }) };
      servers.set(kept, await startOne(options, { dialect, kept, ...place }));
    }
    for (const [seen, count] of Object.entries(SEEN)) {
      const weaponTypes = Array.from({ length: count }, (_, index) => `Type ${index}`);
      const of = await contest({
        ...options,
        loader,
        connections: [CONNECTIONS],
        contestants: [...servers].map(([name, { port, pid, device }]) => {
          const headers = { authorization: `Bearer ${device.key}` };
          return { name, port, pid, recipe: { kind: 'json', headers, report: SAMPLE_REPORT, weaponTypes } };
        }),
      });
      const [kept, bare] = [of('with', CONNECTIONS), of('without', CONNECTIONS)];
      const measured = ratioOf('perSecond', kept, bare);
      const times = [kept.p99, bare.p99, kept.cpuMicroseconds, bare.cpuMicroseconds];
      rows.push([`${dialect}, ${seen}`, kept.perSecond, bare.perSecond, ...times, measured]);
      const what = `Reports with incidents, of without: ${dialect}, ${seen}`;
      checks.push({ what, measured, unit: '×', target: 0.9, bound: 'at least' });
    }
    for (const server of servers.values()) await server.stop();
  }
  const columns = ['database', 'per second', 'without', 'p99 ms', 'without', 'CPU µs', 'without', 'ratio'];
  return { tables: [{ title: `Reports and their incidents, ${CONNECTIONS} connections`, columns, rows }], checks };
};

type Wanted = { dialect: (typeof DIALECTS)[number]; kept: (typeof KEPT)[number]; databaseUrl?: string };

async function startOne(options: BenchOptions, { dialect, kept, ...place }: Wanted): Promise<ChildServer> {
  const dataDir = path.join(options.folder, `${dialect}-${kept}`);
  const program = ['--import', import.meta.resolve('tsx'), PROGRAM, kept];
  const server = await startChildServer({ dataDir, program, ...place });
  options.atEnd(server.stop);
  if (kept === 'without') {
    const database = openDatabase(databaseAddress(dataDir, place.databaseUrl));
    await sql`drop index detection_origin`.execute(database.kysely);
    await database.close();
  }
  return server;
}
