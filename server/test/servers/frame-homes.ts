import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../src/config.ts';
import { emptyFolder } from '../data/empty-folder.ts';
import { freshPostgres, freshSqlite } from '../data/on-both-databases.ts';
import { startObjectStore } from '../doubles/start-object-store.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';

/** Replaces the stored bytes by others that still begin like a JPEG. */
type Overwrite = (app: TestApp, stored: Buffer) => Promise<void>;

type Home = [
  name: string,
  open: (settings?: Partial<Config>) => Promise<{ app: TestApp; overwrite: Overwrite; lose: Overwrite }>,
];

/** A server with each store of frames, and how its frames are damaged behind its back. */
export const frameHomes: Home[] = [
  [
    'segments',
    async (settings) => {
      const dataDir = emptyFolder();
      const app = await buildTestApp(async () => ({ ...(await freshSqlite()), dataDir }), {
        metrics: true,
        ...settings,
      });
      const segment = join(dataDir, 'frames', '00000001.seg');
      return {
        app,
        overwrite: async (_, stored) => {
          const all = readFileSync(segment);
          all[all.indexOf(stored) + stored.length - 1] = 0x42;
          writeFileSync(segment, all);
        },
        lose: async () => unlinkSync(segment),
      };
    },
  ],
  [
    'PostgreSQL',
    async (settings) => {
      const app = await buildTestApp(freshPostgres, { metrics: true, ...settings });
      return {
        app,
        overwrite: async ({ dependencies }, stored) => {
          const data = Buffer.concat([stored.subarray(0, -1), Buffer.from([0x42])]);
          await dependencies.database.kysely.updateTable('frame').set({ bytes: data }).execute();
        },
        lose: async ({ dependencies }) => {
          await dependencies.database.kysely.deleteFrom('frame').execute();
        },
      };
    },
  ],
  [
    'a bucket',
    async (settings) => {
      const store = await startObjectStore();
      const place = async () => ({ ...(await freshSqlite()), objectStore: store.settings });
      const app = await buildTestApp(place, { metrics: true, ...settings });
      const file = () => store.fileOf(store.keys()[0] ?? '');
      return {
        app,
        overwrite: async (_, stored) =>
          writeFileSync(file(), Buffer.concat([stored.subarray(0, -1), Buffer.from([0x42])])),
        lose: async () => {
          for (const key of store.keys()) unlinkSync(store.fileOf(key));
        },
      };
    },
  ],
];
