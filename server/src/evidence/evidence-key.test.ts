import { join } from 'node:path';
import { sourceOf } from '@vedette/contract/evidence-archive/byte-source';
import { verifyArchive } from '@vedette/contract/evidence-archive/verify-archive';
import { expect, test, vi } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
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
      await original.dependencies.writer.add(newDetection(), frameBytes());
      const archiveOf = async ({ api, signIn }: typeof original, by: string) => {
        const { rawPayload } = await api.inject({ url: '/api/detections/1/evidence.zip', headers: await signIn(by) });
        return sourceOf(new Blob([Uint8Array.from(rawPayload)]));
      };
      const old = await archiveOf(original, 'guard@gmail.com');
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
      const expectedKey = published[1].fingerprint;
      for (const archive of [old, await archiveOf(restored, 'another@gmail.com')]) {
        expect(await verifyArchive(archive, { expectedKey })).toMatchObject({
          ...{ faults: [], manifest: { subject: 'detection:1' }, fingerprint: expectedKey },
        });
      }
    });
  },
  emptyPostgres,
);
