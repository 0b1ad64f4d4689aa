import { readFileSync } from 'node:fs';
import path from 'node:path';

const KINDS = ['written', 'synced', 'created', 'removed', 'renamed', 'folder synced'] as const;
const HEAD_BYTES = 36;

/** One change of a file that the shim journalled, with the old content. */
export type Change = {
  kind: (typeof KINDS)[number];
  path: string;
  offset: number;
  /** The number of written bytes. */
  length: number;
  oldSize: number;
  /** The overwritten or removed content; for a rename, the new path. */
  old: Buffer;
};

/** The unsynced changes, in order. */
export function unsyncedChanges(journal: string): Change[] {
  let pending: Change[] = [];
  for (const change of readJournal(journal)) {
    if (change.kind === 'synced') {
      pending = pending.filter(({ kind, path }) => kind !== 'written' || path !== change.path);
    } else if (change.kind === 'folder synced') {
      pending = pending.filter((one) => one.kind === 'written' || path.dirname(one.path) !== change.path);
    } else {
      pending.push(change);
      // Writes under the old name are synced under the new one.
      if (change.kind === 'renamed') {
        for (const one of pending)
          if (one.kind === 'written' && one.path === change.path) one.path = change.old.toString();
      }
    }
  }
  return pending;
}

function* readJournal(file: string): Generator<Change> {
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; ) {
    const pathLength = bytes.readUInt32LE(at + 4);
    const oldBytes = bytes.readUInt32LE(at + 32);
    const oldAt = at + HEAD_BYTES + pathLength;
    const kind = KINDS[bytes.readUInt32LE(at) - 1];
    if (kind === undefined) throw new Error(`${file} is damaged at ${at}`);
    yield {
      kind,
      path: bytes.toString('utf8', at + HEAD_BYTES, oldAt),
      offset: Number(bytes.readBigUInt64LE(at + 8)),
      length: Number(bytes.readBigUInt64LE(at + 16)),
      oldSize: Number(bytes.readBigUInt64LE(at + 24)),
      old: bytes.subarray(oldAt, oldAt + oldBytes),
    };
    at = oldAt + oldBytes;
  }
}
