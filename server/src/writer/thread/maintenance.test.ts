import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { frameBytes, newDetection } from '../../../test/data/new-detection.ts';
import { freshPostgres } from '../../../test/data/on-both-databases.ts';
import { openStore } from '../../../test/data/open-store.ts';
import { openDatabase } from '../../db/database.ts';
import { checkDatabaseFrames } from '../../frames/database/database-check.ts';
import { createDatabaseFrameWriter } from '../../frames/database/database-frames.ts';
import { createChanges } from './changes.ts';
import { createMaintenance, EVENTS_KEPT } from './maintenance.ts';
import { ONLY_SLOT } from './server-slot.ts';

/** The maintenance of a store with one detection, in this thread. */
async function maintain(retentionStep = async () => false) {
  const place = await freshPostgres();
  const { writer, close } = await openStore(place);
  const { id } = await writer.add(newDetection(), frameBytes());
  await close();
  const database = openDatabase(place.address);
  if (database.dialect !== 'postgres' || place.address.dialect !== 'postgres') throw new Error('asked for PostgreSQL');
  onTestFinished(database.close);
  const address = { ...place.address };
  const logged: Record<string, unknown>[] = [];
  const frames = createDatabaseFrameWriter({ ...database, log: () => {}, now: Date.now });
  const maintenance = createMaintenance({
    database,
    address,
    frames,
    checkFrames: () => checkDatabaseFrames(database.kysely),
    changes: createChanges({ database, frames, serverSlot: ONLY_SLOT, onEraseFailure: () => {} }),
    retention: { step: retentionStep, keptAfter: () => 0 },
    auditRetentionDays: 0,
    now: Date.now,
    log: (_level, _message, details) => void logged.push(details),
  });
  onTestFinished(maintenance.stop);
  return { id, kysely: database.kysely, address, logged, maintenance };
}

test('restarts the check after a lost database connection', async () => {
  const { id, kysely, address, logged, maintenance } = await maintain();
  await kysely.deleteFrom('frame').execute();
  const { url } = address;
  address.url = 'postgres://127.0.0.1:1/nowhere';
  await expect(maintenance.step()).rejects.toThrow();
  address.url = url;
  while (await maintenance.step());
  expect(logged).toEqual([{ damaged: [{ id, place: expect.any(String) }] }]);
});

test('trims a log far above its limit without a pause', async () => {
  const { kysely, maintenance } = await maintain();
  const beyond = 12_000;
  await sql`insert into event (seq, kind, detection_id)
    select seq, 'deleted', 1 from generate_series(2, ${beyond + 1}::int) as seq`.execute(kysely);
  await kysely
    .updateTable('event_head')
    .set({ seq: EVENTS_KEPT + beyond })
    .execute();
  while (await maintenance.step());
  const [oldest] = await kysely.selectFrom('event').select('seq').orderBy('seq').execute();
  expect(oldest).toEqual({ seq: beyond + 1 });
});

test('logs a failure of retention and continues with the other work', async () => {
  const { kysely, logged, maintenance } = await maintain(() => Promise.reject(new Error('disk full')));
  await kysely.insertInto('frame_erasure').values({ place: '4711', size: 1 }).execute();
  while (await maintenance.step());
  expect(logged[0]).toEqual({ error: 'disk full' });
  expect(await kysely.selectFrom('frame_erasure').selectAll().execute()).toEqual([]);
});
