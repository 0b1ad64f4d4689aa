import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { identifiedMark } from '../frames/segments/lost-rows.ts';
import { checkEveryFrame } from '../frames/segments/segment-check.ts';
import { createSegmentReader } from '../frames/segments/segment-reader.ts';
import { openSegmentWriter } from '../frames/segments/segment-writer.ts';
import { recountIn } from '../writer/counters/recount.ts';
import { createChanges } from '../writer/thread/changes.ts';
import { createSqliteCommit } from '../writer/thread/commit.sqlite.ts';
import { commitBatch } from '../writer/thread/commit-batch.ts';
import { ONLY_SLOT } from '../writer/thread/server-slot.ts';
import { copyFrames } from './copy-frames.ts';

function openSqlite(file: string) {
  const database = openDatabase({ dialect: 'sqlite', file });
  if (database.dialect !== 'sqlite') throw new Error('asked for SQLite');
  onTestFinished(database.close);
  return database;
}

test('frames that were deleted or moved after the copy of the database are deleted or found in the copy', async () => {
  const [dataDir, directory] = [emptyFolder(), emptyFolder()];
  const live = openSqlite(join(dataDir, 'vedette.db'));
  await migrate(live);
  const from = join(dataDir, 'frames');
  const frames = await openSegmentWriter({
    directory: from,
    kysely: live.kysely,
    mark: identifiedMark(live.sqlite),
    log: () => {},
    now: Date.now,
    segmentBytes: 10_000,
  });
  onTestFinished(frames.close);
  const commit = createSqliteCommit({ sqlite: live.sqlite, gapMs: 60_000, onMerge: () => {} });
  const changes = createChanges({ database: live, frames, serverSlot: ONLY_SLOT, onEraseFailure: () => {} });
  const add = async (size: number) => {
    const batch = { rows: [newDetection()], frames: [frameBytes(size)] };
    const [outcome] = await commitBatch({ batch, commit, frames });
    return outcome !== undefined && 'stored' in outcome ? outcome.stored.id : 0;
  };
  const survivor = await add(500);
  const sparse = [await add(3_000), await add(3_000), await add(3_000)];
  const staying = await add(3_000);
  const goingLater = await add(3_000);

  const file = join(directory, 'vedette.db');
  live.sqlite.prepare('vacuum into ?').run(file);
  const copy = openSqlite(file);
  const places = async ({ kysely }: typeof copy) =>
    kysely.selectFrom('detection').select(['id', 'frame_place']).orderBy('id').execute();
  const [before] = await places(copy);
  // The first segment loses so many frames that it is compacted into the next and deleted.
  for (const id of [...sparse, goingLater]) await changes.remove(id);
  while (await frames.reclaim());

  const reader = createSegmentReader({ directory: from, now: Date.now });
  onTestFinished(reader.close);
  const target = join(directory, 'frames');
  expect(await copyFrames({ live, reader, copy, directory: target, onCopied: () => {} })).toEqual([]);
  expect((await places(copy)).map(({ id }) => id)).toEqual([survivor, staying]);
  expect(await places(copy)).toEqual(await places(live));
  expect((await places(copy))[0]).not.toEqual(before);
  for await (const damaged of checkEveryFrame({ kysely: copy.kysely, directory: target })) expect(damaged).toEqual([]);
  for await (const drift of recountIn(copy.kysely)) expect(drift).toEqual([]);
});
