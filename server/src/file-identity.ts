import { statSync } from 'node:fs';

/** An open file is no longer the one at its path: what is written to it is gone when it is closed. */
export type FileReplaced = Error & { code: 'FILE_REPLACED' };

export function isFileReplaced(error: unknown): error is FileReplaced {
  return error instanceof Error && 'code' in error && error.code === 'FILE_REPLACED';
}

/**
 * Remembers which file a path leads to, by device and inode; two stat calls cost some microseconds.
 * @returns throws FILE_REPLACED when the path leads to another file, or to none. A file that did not exist yet is
 *   remembered when it is first seen.
 */
export function rememberFile(path: string): () => void {
  let known = identityOf(path);
  return () => {
    const current = identityOf(path);
    known ??= current;
    if (current === known) return;
    const what = current === null ? 'is gone' : 'was replaced';
    throw Object.assign(new Error(`${path} ${what} while it was in use`), { code: 'FILE_REPLACED' as const });
  };
}

function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}
