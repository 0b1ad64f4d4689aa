import { statSync } from 'node:fs';

/** The path of an open file leads to another file, so that writes to the open file are lost when it is closed. */
export type FileReplaced = Error & { code: 'FILE_REPLACED' };

export function isFileReplaced(error: unknown): error is FileReplaced {
  return error instanceof Error && 'code' in error && error.code === 'FILE_REPLACED';
}

/**
 * Records device and inode of the file at a path. A check takes some microseconds.
 * @returns a check that throws FILE_REPLACED when the path leads to another file or to none. A file that does not exist yet
 *   is recorded when a check first finds it.
 */
export function recordFileIdentity(path: string): () => void {
  let recorded = identityOf(path);
  return () => {
    const current = identityOf(path);
    recorded ??= current;
    if (current === recorded) return;
    const change = current === null ? 'is gone' : 'was replaced';
    throw Object.assign(new Error(`${path} ${change} while it was in use`), { code: 'FILE_REPLACED' as const });
  };
}

function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}
