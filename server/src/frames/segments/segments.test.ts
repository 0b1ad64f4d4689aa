import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { frameBytes, newDetection } from '../../../test/data/new-detection.ts';
import { freshSqlite } from '../../../test/data/on-both-databases.ts';
import { openStore } from '../../../test/data/open-store.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { createChanges } from '../../writer/thread/changes.ts';
import { createSqliteCommit } from '../../writer/thread/commit.sqlite.ts';
import { commitBatch } from '../../writer/thread/commit-batch.ts';
import { ONLY_SLOT } from '../../writer/thread/server-slot.ts';
import { identifiedMark } from './lost-rows.ts';
import { checkEveryFrame, checkTail } from './segment-check.ts';
import { listSegments, segmentFile } from './segment-files.ts';
import { createSegmentReader } from './segment-reader.ts';
import { openSegmentWriter } from './segment-writer.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** The writer thread's store, run in this thread with small segments, so that a test can stop it at any point. */
async function openSegments(place?: { dataDir: string; settle?: boolean; later?: number }) {
  const { dataDir, later = 0 }: { dataDir: string; later?: number } = place ?? (await freshSqlite());
  const cleanUps: Record<string, unknown>[] = [];
  const directory = join(dataDir, 'frames');
  const database = openDatabase({ dialect: 'sqlite', file: join(dataDir, 'vedette.db') });
  if (database.dialect !== 'sqlite') throw new Error('asked for SQLite');
  await migrate(database);
  const { kysely } = database;
  const frames = await openSegmentWriter({
    directory,
    kysely,
    mark: identifiedMark(database.sqlite),
    log: (_level, message, details) => cleanUps.push({ message, ...details }),
    now: () => Date.now() + later,
    segmentBytes: 10_000,
  });
  const failures: string[] = [];
  const changes = createChanges({
    database,
    frames,
    serverSlot: ONLY_SLOT,
    onEraseFailure: ({ message }) => failures.push(message),
  });
  if (place?.settle !== false) await changes.settleErasures();
  const reader = createSegmentReader({ directory, now: Date.now });
  const commit = createSqliteCommit({ sqlite: database.sqlite, gapMs: 60_000, onMerge: () => {} });

  async function add(frame: Buffer): Promise<number> {
    const [outcome] = await commitBatch({ batch: { rows: [newDetection()], frames: [frame] }, commit, frames });
    if (outcome === undefined || 'error' in outcome) throw outcome?.error ?? new Error('no outcome');
    return outcome.stored.id;
  }
  async function placeOf(id: number) {
    const row = await kysely.selectFrom('detection').selectAll().where('id', '=', id).executeTakeFirst();
    return row?.frame_place ? { place: row.frame_place, size: row.frame_size ?? 0 } : null;
  }
  async function read(id: number) {
    const found = await placeOf(id);
    return found === null ? null : reader.read(found);
  }
  let isOpen = true;
  async function close() {
    if (!isOpen) return;
    isOpen = false;
    await frames.close();
    await reader.close();
    await database.close();
  }
  onTestFinished(close);
  return { dataDir, directory, kysely, frames, cleanUps, changes, failures, add, read, placeOf, close };
}

async function damagedFrames(segments: {
  directory: string;
  kysely: Awaited<ReturnType<typeof openSegments>>['kysely'];
}) {
  const found = [];
  for await (const damaged of checkEveryFrame(segments)) found.push(...damaged);
  return found;
}

it('segments: a new one is begun when the open one is full, and all are read', async () => {
  const segments = await openSegments();
  const frames = Array.from({ length: 12 }, () => frameBytes(3_000));
  const ids = [];
  for (const frame of frames) ids.push(await segments.add(frame));
  expect(listSegments(segments.directory)).toEqual([1, 2, 3, 4]);
  for (const [index, id] of ids.entries()) expect(await segments.read(id)).toEqual(frames[index]);
});

it('segments: a frame may be larger than a whole segment', async () => {
  const segments = await openSegments();
  const frame = frameBytes(25_000);
  expect(await segments.read(await segments.add(frame))).toEqual(frame);
});

it('segments: deleting a frame overwrites its bytes and no others', async () => {
  const segments = await openSegments();
  const kept = frameBytes(500);
  const [before, secret, after] = [
    await segments.add(kept),
    await segments.add(frameBytes(700)),
    await segments.add(kept),
  ];
  const bytes = readFileSync(segmentFile(segments.directory, 1)).subarray(500, 1_200);
  expect(bytes.every((byte) => byte === 0)).toBe(false);
  await segments.changes.remove(secret);
  const erased = readFileSync(segmentFile(segments.directory, 1)).subarray(500, 1_200);
  expect(erased.every((byte) => byte === 0)).toBe(true);
  expect(await segments.read(before)).toEqual(kept);
  expect(await segments.read(after)).toEqual(kept);
});

it('segments: a sealed segment is deleted with its last frame', async () => {
  const segments = await openSegments();
  const ids = [];
  for (let count = 0; count < 7; count += 1) ids.push(await segments.add(frameBytes(3_000)));
  for (const id of ids.slice(0, 3)) await segments.changes.remove(id);
  while (await segments.frames.reclaim());
  expect(listSegments(segments.directory)).toEqual([2, 3]);
});

it('segments: a sparse segment is compacted and deleted', async () => {
  const segments = await openSegments();
  const survivor = frameBytes(500);
  const others = [];
  const id = await segments.add(survivor);
  for (let count = 0; count < 4; count += 1) others.push(await segments.add(frameBytes(3_000)));
  for (const other of others.slice(0, 3)) await segments.changes.remove(other);
  while (await segments.frames.reclaim());
  expect(existsSync(segmentFile(segments.directory, 1))).toBe(false);
  expect(await segments.read(id)).toEqual(survivor);
  expect((await segments.placeOf(id))?.place).toMatch(/^00000002\//);
  expect(await damagedFrames(segments)).toEqual([]);
});

it('segments: a dense segment is not compacted', async () => {
  const segments = await openSegments();
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push(await segments.add(frameBytes(3_000)));
  await segments.changes.remove(ids[0] ?? 0);
  while (await segments.frames.reclaim());
  expect(listSegments(segments.directory)).toEqual([1, 2]);
});

it('segments: a torn tail is followed by a new segment, and cut off when it is a day old', async () => {
  const segments = await openSegments();
  const whole = frameBytes(2_000);
  const id = await segments.add(whole);
  await segments.close();
  // A crash in the middle of an append leaves bytes without a row.
  appendFileSync(segmentFile(segments.directory, 1), frameBytes(1_234));

  const again = await openSegments(segments);
  const next = frameBytes(900);
  const nextId = await again.add(next);
  while (await again.frames.reclaim());
  expect(statSync(segmentFile(again.directory, 1)).size).toBe(3_234);
  expect(again.cleanUps).toEqual([]);
  await again.close();

  const dayLater = await openSegments({ dataDir: segments.dataDir, later: 25 * HOUR_MS });
  while (await dayLater.frames.reclaim());
  expect(statSync(segmentFile(dayLater.directory, 1)).size).toBe(2_000);
  expect(dayLater.cleanUps).toEqual([
    { message: 'Bytes of frames without rows were cut off', segment: 1, files: 1, bytes: 1_234 },
  ]);
  expect(await dayLater.read(id)).toEqual(whole);
  expect(await dayLater.read(nextId)).toEqual(next);
  expect(await checkTail(dayLater)).toEqual([]);
});

it('segments: erasures that a crash prevented are done at the next start', async () => {
  const segments = await openSegments();
  const id = await segments.add(frameBytes(800));
  await segments.add(frameBytes(800));
  const place = await segments.placeOf(id);
  // The power is cut after the deleting transaction has committed.
  await segments.kysely.deleteFrom('detection').where('id', '=', id).execute();
  await segments.kysely
    .insertInto('frame_erasure')
    .values(place ?? { place: '', size: 0 })
    .execute();
  await segments.close();

  const again = await openSegments(segments);
  const bytes = readFileSync(segmentFile(again.directory, 1));
  expect(bytes.subarray(0, 800).every((byte) => byte === 0)).toBe(true);
  expect(bytes.subarray(800, 802)).toEqual(Buffer.from([0xff, 0xd8]));
  expect(await again.kysely.selectFrom('frame_erasure').selectAll().execute()).toEqual([]);
});

it('segments: reports after a failed erasure of all frames are kept, and the erasure is done later', async () => {
  const segments = await openSegments();
  const gone = await segments.add(frameBytes(600));
  const { erase } = segments.frames;
  segments.frames.erase = () => Promise.reject(new Error('the disk refuses'));
  expect(await segments.changes.clear()).toBe(1);
  expect(segments.failures).toEqual(['the disk refuses']);
  expect(await segments.placeOf(gone)).toBeNull();

  const kept = frameBytes(700);
  const id = await segments.add(kept);
  segments.frames.erase = erase;
  await segments.changes.settleErasures();
  expect(await segments.read(id)).toEqual(kept);
  expect(listSegments(segments.directory)).toEqual([2]);
  expect(await segments.kysely.selectFrom('frame_erasure').selectAll().execute()).toEqual([]);
});

it('segments: clearing begins with a write, also without frames, so that it waits for other writers instead of failing', async () => {
  const segments = await openSegments();
  const other = new Sqlite(join(segments.dataDir, 'vedette.db'), { timeout: 0 });
  onTestFinished(() => void other.close());
  const { queueAll } = segments.frames;
  let others = 'wrote';
  segments.frames.queueAll = async (transaction) => {
    try {
      other.exec('begin immediate; rollback');
    } catch {
      others = 'had to wait';
    }
    await queueAll(transaction);
  };
  expect(await segments.changes.clear()).toBe(0);
  expect(others).toBe('had to wait');
});

it('segments: a detection is deleted although its frame cannot be erased yet', async () => {
  const segments = await openSegments();
  const id = await segments.add(frameBytes(600));
  segments.frames.erase = () => Promise.reject(new Error('the disk refuses'));
  expect(await segments.changes.remove(id)).toMatchObject({ id });
  expect(segments.failures).toEqual(['the disk refuses']);
  await segments.close();

  // The freed place is now after the last frame, where the next frame would be written and then erased.
  const again = await openSegments({ dataDir: segments.dataDir, settle: false });
  const kept = frameBytes(700);
  const next = await again.add(kept);
  await again.changes.settleErasures();
  expect(await again.read(next)).toEqual(kept);
  expect(await again.kysely.selectFrom('frame_erasure').selectAll().execute()).toEqual([]);
});

it('segments: the check reports a frame that changed on disk, and only that one', async () => {
  const segments = await openSegments();
  const ids = [
    await segments.add(frameBytes(600)),
    await segments.add(frameBytes(600)),
    await segments.add(frameBytes(600)),
  ];
  const file = segmentFile(segments.directory, 1);
  const bytes = readFileSync(file);
  bytes.writeUInt8((bytes.readUInt8(700) + 1) % 256, 700);
  writeFileSync(file, bytes);
  const damaged = [{ id: ids[1], place: (await segments.placeOf(ids[1] ?? 0))?.place }];
  expect(await damagedFrames(segments)).toEqual(damaged);
  expect(await checkTail(segments)).toEqual(damaged);
});

it('segments: the start reports frames that the disk has lost', async () => {
  const place = await freshSqlite();
  const opened = await openStore(place);
  const { id } = await opened.writer.add(newDetection(), frameBytes(600));
  await opened.close();
  truncateSync(segmentFile(opened.framesDirectory, 1), 300);

  const again = await openStore(place);
  expect(again.notices).toMatchObject([{ level: 'error', details: { damaged: [{ id }] } }]);
});

it('segments: a segment that lost bytes is reported, and new frames go to the next segment', async () => {
  const segments = await openSegments();
  const lost = await segments.add(frameBytes(600));
  await segments.close();
  truncateSync(segmentFile(segments.directory, 1), 300);

  const again = await openSegments(segments);
  expect(await damagedFrames(again)).toMatchObject([{ id: lost }]);
  expect(await again.read(lost)).toBeNull();
  const frame = frameBytes(600);
  expect(await again.read(await again.add(frame))).toEqual(frame);
  expect(listSegments(again.directory)).toEqual([1, 2]);
});
