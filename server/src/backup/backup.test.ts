import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { damagedFrames, drift, everyDetection } from '../../test/data/expect-whole-store.ts';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
import { emptyPostgres, type FreshDatabase, freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { openStore } from '../../test/data/open-store.ts';
import { startLoad } from '../../test/data/steady-load.ts';
import { startObjectStore } from '../../test/doubles/start-object-store.ts';
import { signUpAt } from '../../test/servers/sign-up-at.ts';
import { addressOf, runBuilt, startServer } from '../../test/servers/start-server.ts';

vi.setConfig({ testTimeout: 120_000 });

type Place = Awaited<ReturnType<FreshDatabase>>;

const settingsOf = ({ address, dataDir, objectStore }: Place) => ({
  DATA_DIR: dataDir,
  DEVICE_RATE_LIMIT: '0',
  ...(address.dialect === 'postgres' && { DATABASE_URL: address.url }),
  ...(objectStore && {
    FRAMES: 's3',
    S3_ENDPOINT: objectStore.endpoint,
    S3_BUCKET: objectStore.bucket,
    S3_REGION: objectStore.region,
    S3_ACCESS_KEY_ID: objectStore.accessKeyId,
    S3_SECRET_ACCESS_KEY: objectStore.secretAccessKey,
  }),
});

/** Runs `npm run backup` or `npm run restore`, without building. */
const run = (command: 'backup' | 'restore', folder: string, place: Place) =>
  runBuilt('backup-cli', [command, folder], settingsOf(place));

async function serve(place: Place) {
  const server = startServer(settingsOf(place));
  const url = (await addressOf(server)).replace('localhost', '127.0.0.1');
  const readAs = (cookie: string) => (path: string) => fetch(`${url}${path}`, { headers: { cookie } });
  return { server, url, readAs };
}

onBothDatabases(
  'a backup',
  (fresh) => {
    test('of a server under load is restored elsewhere: rows, frames, counters, accounts', async () => {
      const place = await fresh();
      const { url } = await serve(place);
      const { guard, key } = await signUpAt(url);
      const load = startLoad({ cameras: 8, key, address: async () => url });
      await load.reached(120);
      const before = [...load.acknowledged.values()];

      // A guard deletes detections during the backup, so that rows of the copy lose their frames.
      let backingUp = true;
      const deleted = new Set<number>();
      const deleting = (async () => {
        while (backingUp) {
          const next = [...load.acknowledged.values()].find(({ id }) => id % 3 === 0 && !deleted.has(id));
          if (next === undefined) return;
          await fetch(`${url}/api/detections/${next.id}`, { method: 'DELETE', headers: guard });
          deleted.add(next.id);
        }
      })();
      const folder = join(emptyFolder(), 'backup');
      const made = await run('backup', folder, place);
      backingUp = false;
      await deleting;
      await load.stop();
      expect([made.code, made.output]).toEqual([0, expect.stringMatching(/Backed up: [\d,]+ detections/)]);

      const elsewhere = await fresh();
      const restored = await run('restore', folder, elsewhere);
      expect([restored.code, restored.output]).toEqual([0, expect.stringMatching(/Restored: [\d,]+ detections/)]);
      expect(/[\d,]+ detections.*/.exec(restored.output)?.[0]).toBe(/[\d,]+ detections.*/.exec(made.output)?.[0]);

      const second = await serve(elsewhere);
      // Sessions and passwords are restored.
      const read = second.readAs(guard.cookie);
      const kept = new Map((await everyDetection(read)).map((detection) => [detection.id, detection]));
      expect(before.filter(({ id }) => !deleted.has(id) && !kept.has(id))).toEqual([]);
      expect(deleted.size).toBeGreaterThan(0);
      const acknowledged = new Map([...load.acknowledged].filter(([, { id }]) => kept.has(id)));
      expect(acknowledged.size).toBe(kept.size);
      expect(await damagedFrames({ load: { ...load, acknowledged }, read })).toEqual([]);
      expect(await (await read('/api/detections/stats')).json()).toMatchObject({ total: kept.size });
      expect(await drift(elsewhere.address)).toEqual([]);
      const signIn = await fetch(`${second.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: second.url },
        body: JSON.stringify({ email: 'ana@gmail.com', password: 'correct horse battery' }),
      });
      expect(signIn.status).toBe(200);
      // It accepts reports, and does not use an id again.
      const again = startLoad({ cameras: 1, key, address: async () => second.url });
      await again.reached(1);
      await again.stop();
      const newest = Math.max(...kept.keys());
      expect([...again.acknowledged.values()].every(({ id }) => id > newest)).toBe(true);
    });

    test('needs an empty folder, is readable by its owner only, and is restored only to an empty place', async () => {
      const place = await fresh();
      const { writer } = await openStore(place);
      await writer.add(newDetection(), frameBytes());
      const folder = emptyFolder();
      writeFileSync(join(folder, 'notes'), '');
      expect(await run('backup', folder, place)).toEqual({ code: 1, output: expect.stringContaining('is not empty') });
      rmSync(join(folder, 'notes'));
      expect((await run('restore', folder, await fresh())).output).toContain('holds no whole backup');
      expect(await run('backup', folder, place)).toMatchObject({ code: 0 });
      const readable = readdirSync(folder).filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
      expect(readable).toEqual([]);
      expect(await run('restore', folder, place)).toEqual({
        code: 1,
        output: expect.stringMatching(/(holds .* already|set DATA_DIR to a new folder)/),
      });
    });

    test('names frames that were damaged before it, and fails', async () => {
      const place = await fresh();
      const { writer, database, framesDirectory } = await openStore(place);
      await writer.add(newDetection(), frameBytes());
      const lost = await writer.add(newDetection(), frameBytes());
      if (database.dialect === 'sqlite') truncateSync(join(framesDirectory, '00000001.seg'), 3_000);
      else await database.kysely.deleteFrom('frame').where('id', '=', 2).execute();
      const { code, output } = await run('backup', join(emptyFolder(), 'backup'), place);
      expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`missing or damaged: ${lost.id}\\n`))]);
      expect(output).toContain('2 detections, counters equal to a full count, 1 frames as they were received');
      // It is no success for the settings page.
      expect(await database.kysely.selectFrom('last_backup').selectAll().execute()).toEqual([]);
    });
  },
  emptyPostgres,
);

onBothDatabases(
  'frames in a bucket',
  (fresh) => {
    test('are not copied: the backup lists and checks them, and is restored beside them', async () => {
      const place = { ...(await fresh()), objectStore: (await startObjectStore()).settings };
      const { writer } = await openStore(place);
      const { id } = await writer.add(newDetection(), frameBytes());
      await writer.add(newDetection(), null);
      const folder = join(emptyFolder(), 'backup');
      const { code, output } = await run('backup', folder, place);
      expect([code, output]).toEqual([
        0,
        expect.stringContaining('2 detections, counters equal to a full count, 1 frames'),
      ]);
      expect(output).toContain(`back up the bucket ${place.objectStore.bucket}`);
      expect(readFileSync(join(folder, 'frames-in-bucket.txt'), 'utf8')).toMatch(/^[0-9a-f]{64} 2000 frames-.*\n$/);

      const elsewhere = await fresh();
      expect((await run('restore', folder, elsewhere)).output).toContain('set FRAMES=s3');
      const beside = { ...elsewhere, objectStore: place.objectStore };
      expect(await run('restore', folder, beside)).toMatchObject({ code: 0 });
      const restored = await openStore(beside);
      const { frame } = (await restored.store.frameOf(id)) ?? {};
      expect(frame && (await restored.frames.read(frame))?.byteLength).toBe(2_000);
    });
  },
  emptyPostgres,
);

test('a restore is refused beside a running server, and for other settings than those of the backup', async () => {
  const place = await freshSqlite();
  const { server } = await serve(place);
  const folder = join(emptyFolder(), 'backup');
  expect(await run('backup', folder, place)).toMatchObject({ code: 0 });
  expect((await run('restore', folder, place)).output).toContain('Another server is using the data folder');
  const elsewhere = {
    ...(await freshSqlite()),
    address: { dialect: 'postgres', url: 'postgres://nobody@127.0.0.1:1/x' },
  } as const;
  expect((await run('restore', folder, elsewhere)).output).toContain('backup of the embedded database');
  server.process.kill('SIGTERM');
  expect(await server.exit).toEqual({ code: 0, signal: null });
});

test.each([[['backup']], [['delete', 'a']]])('%j prints the usage', async (args) => {
  const { code, output } = await runBuilt('backup-cli', args, {});
  expect([code, output]).toEqual([1, expect.stringContaining('Usage: npm run backup -- <new folder>')]);
});

test('a backup of a data folder without a database is refused', async () => {
  const { code, output } = await run('backup', join(emptyFolder(), 'backup'), await freshSqlite());
  expect([code, output]).toEqual([1, expect.stringContaining('is DATA_DIR right?')]);
});
