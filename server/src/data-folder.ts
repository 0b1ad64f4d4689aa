import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Creates the folder if it is missing. From here on, files of this process are readable by its user only. */
export function openDataFolder(dataDir: string): void {
  process.umask(0o077);
  try {
    makeFolder(resolve(dataDir));
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** Creates one level at a time: the recursive mkdir of Node.js never ends below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/**
 * Locks the folder for this server. The lock is a file lock of the kernel on a small database that is never written; it is
 * released when the process ends, also after a crash.
 */
export function lockDataFolder(dataDir: string): { release: () => void } {
  let lock: Sqlite.Database | undefined;
  try {
    lock = new Sqlite(join(dataDir, 'server.lock'), { timeout: 0 });
    lock.exec('begin exclusive');
  } catch (error) {
    lock?.close();
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY') {
      throw new Error(`Another server is using the data folder ${dataDir}. Stop it first, or set DATA_DIR.`);
    }
    throw unusable(dataDir, error);
  }
  return { release: () => lock.close() };
}

function unusable(dataDir: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `The data folder ${dataDir} cannot be used (${reason}). Set DATA_DIR to a folder that can be written to.`,
  );
}
