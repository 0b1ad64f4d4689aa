import path from 'node:path';
import type { Bench, Check } from '../../bench.ts';
import { type ChildServer, startChildServer, startNeighbour } from '../../servers/child-server.ts';
import { createDatabase } from '../../servers/new-database.ts';
import { acknowledge, reportIncidents, TEAM } from './team-incidents.ts';

const ROUNDS = 1_000;

/** Two guards acknowledge each incident in the same instant: one is first, the other is refused. */
export async function answerRace(
  { folder, atEnd, progress }: Parameters<Bench>[0],
  { postgresUrl }: { postgresUrl: string },
): Promise<Awaited<ReturnType<Bench>>> {
  const sqlite = await startChildServer({ dataDir: path.join(folder, 'race-sqlite'), environment: TEAM });
  atEnd(sqlite.stop);
  const databaseUrl = await createDatabase(postgresUrl, { name: 'race' });
  const north = await startChildServer({ dataDir: path.join(folder, 'race-1'), databaseUrl, environment: TEAM });
  atEnd(north.stop);
  const south = await startNeighbour(north, { dataDir: path.join(folder, 'race-2'), databaseUrl, environment: TEAM });
  atEnd(south.stop);
  const places: [string, ChildServer, ChildServer][] = [
    ['SQLite, one server', sqlite, sqlite],
    ['PostgreSQL, one server', north, north],
    ['PostgreSQL, two servers', north, south],
  ];
  const rows: (string | number)[][] = [];
  const checks: Check[] = [];
  for (const [place, one, other] of places) {
    const incidents = await reportIncidents(one, { count: ROUNDS, weaponType: place });
    let wrong = 0;
    for (const incident of incidents) {
      const statuses = await Promise.all([acknowledge(one, incident), acknowledge(other, incident)]);
      if (statuses.sort().join() !== '200,409') wrong += 1;
    }
    progress(`${place}: ${wrong} of ${ROUNDS} without exactly one first`);
    rows.push([place, ROUNDS, wrong]);
    const what = `Two acknowledge at once, not exactly one is first: ${place}`;
    checks.push({ what, measured: wrong, unit: '', target: 0, bound: 'at most' });
  }
  return {
    tables: [
      {
        title: 'Two guards acknowledge one incident in the same instant',
        columns: ['database', 'incidents', 'not exactly one first'],
        rows,
      },
    ],
    checks,
  };
}
