import { expect, onTestFinished, test } from 'vitest';
import { frameBytes, newDetection } from '../../test/new-detection.ts';
import { freshPostgres } from '../../test/on-both-databases.ts';
import { openStore } from '../../test/open-store.ts';
import { openDatabase } from '../db/database.ts';
import { createDatabaseFrameWriter } from '../frames/database-frames.ts';
import { createChanges } from './changes.ts';
import { createMaintenance } from './maintenance.ts';
import { ONLY_SLOT } from './server-slot.ts';

test('the check after a start begins again when the database went away in it', async () => {
  const place = await freshPostgres();
  const { writer, close } = await openStore(place);
  const { id } = await writer.add(newDetection(), frameBytes());
  await close();
  const database = openDatabase(place.address);
  if (database.dialect !== 'postgres' || place.address.dialect !== 'postgres') throw new Error('asked for PostgreSQL');
  onTestFinished(database.close);
  await database.kysely.deleteFrom('frame').execute();

  const frames = createDatabaseFrameWriter({ ...database, now: Date.now });
  const changes = createChanges({ database, frames, serverSlot: ONLY_SLOT, onEraseFailure: () => {} });
  const address = { ...place.address, url: 'postgres://127.0.0.1:1/nowhere' };
  const logged: Record<string, unknown>[] = [];
  const log = (_level: string, _message: string, details: Record<string, unknown>) => void logged.push(details);
  const maintenance = createMaintenance({ database, address, framesDirectory: '', frames, changes, log });
  onTestFinished(maintenance.stop);

  await expect(maintenance.step()).rejects.toThrow();
  address.url = place.address.url;
  while (await maintenance.step());
  expect(logged).toEqual([{ damaged: [{ id, place: expect.any(String) }] }]);
});
