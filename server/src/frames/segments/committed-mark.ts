import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The newest commit of the database that these frames belong to. */
export type CommittedMark = {
  /** The database's `application_id`. */
  database: number;
  /** The newest event. */
  seq: number;
  /** The newest detection. */
  detection: number;
};

export const MARK_FILE = 'committed.json';
/** All marks have the length of the longest, so that each write replaces the previous one completely. */
const LENGTH = 128;

/** Null when there is none, or when a power cut damaged it. */
export function readMark(directory: string): CommittedMark | null {
  try {
    const { database, seq, detection } = JSON.parse(readFileSync(join(directory, MARK_FILE), 'utf8')) as CommittedMark;
    return [database, seq, detection].every(Number.isSafeInteger) ? { database, seq, detection } : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the mark beside the frames. It is written after each commit and not synced, so that a power cut may leave an
 * older one, but never one that is ahead of its database.
 */
export function openMark(
  directory: string,
  mark: CommittedMark,
): {
  note: (newest: { seq: number; detection: number }) => void;
  close: () => void;
} {
  const fd = openSync(join(directory, MARK_FILE), 'w');
  write(mark);
  fsyncSync(fd);

  function write(written: CommittedMark) {
    writeSync(fd, `${JSON.stringify(written).padEnd(LENGTH - 1)}\n`, 0);
  }
  return {
    note: (newest) => write({ database: mark.database, ...newest }),
    close: () => closeSync(fd),
  };
}
