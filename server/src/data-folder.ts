import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Makes the folder if it is missing; from here on, what this process writes is for its own user alone. */
export function openDataFolder(dataDir: string): void {
  process.umask(0o077);
  try {
    makeFolder(resolve(dataDir));
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** One level at a time: the recursion of Node.js never ends below /proc, where what has a parent is missing all the same. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/**
 * Holds the folder for this server alone. The lock is the kernel's, on a tiny database that is never written: it ends
 * with the process, however that ends.
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
