import path from 'node:path';
import type { AllDetectionsAnswer } from '@vedette/contract/detection';
import { startPostgres } from '../../../../scripts/setup/postgres.mjs';
import type { BenchOptions } from '../../bench.ts';
import { type ChildServer, read } from '../../servers/child-server.ts';
import { createDatabase } from '../../servers/new-database.ts';
import { startSeededServer } from '../../servers/seeded-server.ts';

export const SIZES = [10_000, 100_000, 1_000_000];
export const DIALECTS = ['SQLite', 'PostgreSQL'] as const;

export type Seeded = { dialect: (typeof DIALECTS)[number]; size: number; server: ChildServer; aim: Aim };

/** One server per database and size, all running at the same time: an idle server does not slow the others. */
export async function seededServers(options: BenchOptions): Promise<Seeded[]> {
  const { folder, progress, atEnd } = options;
  const postgres = await startPostgres();
  atEnd(postgres.stop);
  const servers: Seeded[] = [];
  for (const count of SIZES) {
    for (const dialect of DIALECTS) {
      progress(`storing ${count} detections in ${dialect}`);
      const dataDir = path.join(folder, `${dialect}-${count}`);
      const place =
        dialect === 'SQLite' ? {} : { databaseUrl: await createDatabase(postgres.url, { name: `bench_${count}` }) };
      const server = await startSeededServer({ dataDir, count, ...place });
      atEnd(server.stop);
      servers.push({ dialect, size: count, server, aim: await aimAt(server, count) });
    }
  }
  return servers;
}

const PAGES_DOWN = 8;

/** The target of a read: the middle of the list, by cursor and by id. */
export type Aim = { cursor: string; id: number };

/** The requests of the dashboard, by their meaning to a guard. */
export const READS: Record<string, (aim: Aim) => string> = {
  'connection test': () => '/api/detections/test',
  incidents: () => '/api/incidents',
  'incidents of high level': () => '/api/incidents?level=high',
  'newest 100': () => '/api/detections/all',
  'older page of 100': ({ cursor }) => `/api/detections/all?cursor=${cursor}`,
  'active threats': () => '/api/detections/threats',
  statistics: () => '/api/detections/stats',
  'timeline of a month': () => '/api/detections/timeline?range=month',
  'timeline of an hour': () => '/api/detections/timeline?range=hour',
  'choices of the filter': () => '/api/detections/facets',
  'one weapon type': () => '/api/detections/weapons/rifle',
  'manual detections': () => '/api/detections/manual',
  'one detection': ({ id }) => `/api/detections/${id}`,
  'its metrics': ({ id }) => `/api/detections/${id}/metrics`,
};

async function aimAt({ guard }: ChildServer, size: number): Promise<Aim> {
  const pageBehind = async (cursor: string) =>
    (await read(guard, `/api/detections/all?limit=1000${cursor}`)) as AllDetectionsAnswer;
  let page = await pageBehind('');
  for (let turned = 1; turned < PAGES_DOWN; turned += 1) page = await pageBehind(`&cursor=${page.next_cursor}`);
  return { cursor: page.next_cursor ?? '', id: Math.round(size / 2) };
}
