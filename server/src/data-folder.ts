import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Makes the folder if it is missing; from here on, what this process writes is for its own user alone. */
export function openDataFolder(dataDir: string): void {
  process.umask(0o077);
  mkdirSync(dataDir, { recursive: true });
}

/**
 * Holds the folder for this server alone. The lock is the kernel's, on a tiny database that is never written: it ends
 * with the process, however that ends.
 */
export function lockDataFolder(dataDir: string): { release: () => void } {
  const lock = new Sqlite(join(dataDir, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY') {
      throw new Error(`Another server is using the data folder ${dataDir}. Stop it first, or set DATA_DIR.`);
    }
    throw error;
  }
  return { release: () => lock.close() };
}
