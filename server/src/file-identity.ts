import { statSync } from 'node:fs';

/** The path of an open file leads to another file: what is written to the open one is lost when it is closed. */
export type FileReplaced = Error & { code: 'FILE_REPLACED' };

export function isFileReplaced(error: unknown): error is FileReplaced {
  return error instanceof Error && 'code' in error && error.code === 'FILE_REPLACED';
}

/**
 * Records device and inode of the file at a path. A check takes some microseconds.
 * @returns a check that throws FILE_REPLACED when the path leads to another file or to none. A file that does not exist yet
 *   is recorded when a check first finds it.
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
