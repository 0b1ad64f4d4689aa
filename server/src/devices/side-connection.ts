import Sqlite from 'better-sqlite3';

/**
 * A connection of its own without a busy timeout, because the main thread must not block while the writer commits. It
 * neither syncs nor checkpoints: for values of which a power cut may lose the last ones.
 */
export function sideConnection(file: string) {
  const sqlite = new Sqlite(file, { timeout: 0 });
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma('wal_autocheckpoint = 0');
  sqlite.pragma('cache_size = -256');
  return sqlite;
}

/** False when the database was busy, and nothing was written. */
export function writtenUnlessBusy(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false;
    throw error;
  }
}
