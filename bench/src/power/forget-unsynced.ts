import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { type Change, unsyncedChanges } from './journal.ts';

/**
 * Undoes the unsynced writes of a killed server, as a power cut does. Disks write in any order, so each change is undone
 * or kept separately.
 * @returns the number of undone changes
 */
export function forgetUnsynced(options: { dataDir: string; journal: string; forgets: () => boolean }): number {
  const { dataDir, journal, forgets } = options;
  // Files with a later change that is kept; they keep their length.
  const reached = new Set<string>();
  let forgotten = 0;
  for (const change of unsyncedChanges(journal).toReversed()) {
    if (!forgets()) {
      reached.add(change.path);
      continue;
    }
    forgotten += 1;
    undo(change, reached.has(change.path));
  }
  for (const name of readdirSync(dataDir)) if (name.endsWith('-shm')) rmSync(path.join(dataDir, name));
  rmSync(journal);
  return forgotten;
}

function undo(change: Change, keepsLength: boolean): void {
  if (change.kind === 'created') rmSync(change.path, { force: true });
  else if (change.kind === 'removed') writeFileSync(change.path, change.old, { mode: 0o600 });
  else if (change.kind === 'renamed') renameIfThere(change.old.toString(), change.path);
  else if (existsSync(change.path)) restore(change, keepsLength);
}

/** The file may be missing because its creation was undone. */
function renameIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}

function restore({ path, offset, length, oldSize, old }: Change, keepsLength: boolean): void {
  const fd = openSync(path, 'r+');
  try {
    // A range of a file that was never written contains zeros.
    const content = keepsLength ? Buffer.concat([old, Buffer.alloc(Math.max(0, length - old.length))]) : old;
    writeSync(fd, content, 0, content.length, offset);
    if (!keepsLength) ftruncateSync(fd, oldSize);
  } finally {
    closeSync(fd);
  }
}
