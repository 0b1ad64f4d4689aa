import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { emptyPostgres, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { backUp, restore } from '../backup/back-up.ts';

vi.setConfig({ testTimeout: 60_000 });

onBothDatabases(
  'the key that signs evidence',
  (fresh) => {
    test('is restored from a backup, and old archives stay verifiable', async () => {
      const place = await fresh();
      const settingsOf = ({ dataDir, address }: typeof place) => ({
        ...{ dataDir, objectStore: undefined },
        databaseUrl: address.dialect === 'postgres' ? address.url : undefined,
      });
      const original = await buildTestApp(async () => place);
      const folder = join(emptyFolder(), 'backup');
      const print = () => {};
      await backUp({ settings: settingsOf(place), folder, now: 0, print });
      const elsewhere = await fresh();
      await restore({ settings: settingsOf(elsewhere), folder, print });
      const restored = await buildTestApp(async () => elsewhere);
      const published = await Promise.all(
        [original, restored].map(async ({ api }) => (await api.inject('/.well-known/vedette-evidence-key')).json()),
      );
      expect(published[1]).toEqual(published[0]);
    });
  },
  emptyPostgres,
);
