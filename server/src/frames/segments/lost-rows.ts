import { randomInt } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { type CommittedMark, readMark } from './committed-mark.ts';
import { listSegments, segmentFile } from './segment-files.ts';

/** The size of a batch, which is the most that a crash leaves after the last row's frame. */
export const BATCH_BYTES = 16 * 1024 * 1024;

const LARGEST_APPLICATION_ID = 2 ** 31 - 1;

/** The mark of an open database. */
export function currentMark(sqlite: Sqlite.Database): CommittedMark {
  const database = Number(sqlite.pragma('application_id', { simple: true }));
  const tables = sqlite.prepare(`select name from sqlite_master where name in ('event_head', 'detection')`).all();
  if (tables.length < 2) return { database, seq: 0, detection: 0 };
  const seq = sqlite.prepare('select max(seq) from event_head').pluck().get();
  const detection = sqlite.prepare('select max(id) from detection').pluck().get();
  return { database, seq: Number(seq ?? 0), detection: Number(detection ?? 0) };
}

/** Like `currentMark`, after the database has got a unique `application_id`. */
export function identifiedMark(sqlite: Sqlite.Database): CommittedMark {
  const mark = currentMark(sqlite);
  if (mark.database !== 0) return mark;
  const database = randomInt(1, LARGEST_APPLICATION_ID);
  sqlite.pragma(`application_id = ${database}`);
  return { ...mark, database };
}

/** The mark of a database file, which is not changed; a missing or empty one has the first mark. */
export function markOfFile(file: string): CommittedMark {
  if (!existsSync(file)) return { database: 0, seq: 0, detection: 0 };
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    return currentMark(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Whether the frames belong to a later state of this database, or to another database. */
export function areRowsLost(directory: string, current: CommittedMark): boolean {
  const mark = readMark(directory);
  if (mark !== null) return mark.seq > current.seq || (mark.seq > 0 && mark.database !== current.database);
  // Without a mark, a new database can have at most the frames of a first batch.
  return current.seq === 0 && bytesOf(directory) > BATCH_BYTES;
}

/**
 * Refuses to start on a database that has lost the rows of its frames, because the frames would be treated as deleted.
 * @param options.file of the database, which is not opened yet
 * @throws the finding, and two ways to continue
 */
export function refuseLostRows({ file, directory }: { file: string; directory: string }): void {
  const current = markOfFile(file);
  if (!areRowsLost(directory, current)) return;
  const mark = readMark(directory);
  const size = `${Math.ceil(bytesOf(directory) / 1_000_000)} MB`;
  const frames = mark === null ? `${size} of frames` : `frames up to detection ${mark.detection} (${size})`;
  throw new Error(
    [
      'the database has lost rows whose frames are still there.',
      `${file} holds detections up to ${current.detection}, ${directory} holds ${frames}. Nothing was changed. Two ways on:`,
      '  - put the database back that belongs to these frames, or restore a backup: npm run restore -- <folder>',
      '  - go on without those rows: npm run frames -- set-aside moves their frames into a folder, and deletes none',
    ].join('\n'),
  );
}

function bytesOf(directory: string): number {
  return listSegments(directory).reduce((sum, segment) => sum + statSync(segmentFile(directory, segment)).size, 0);
}
