import { rememberFile } from '../file-identity.ts';
import type { DatabaseAddress } from './database.ts';

/**
 * Remembers the files of an open SQLite database: the database and its log.
 * @returns throws FILE_REPLACED while one of them is gone or replaced. PostgreSQL has no files of ours.
 */
export function rememberDatabaseFiles(address: DatabaseAddress): () => void {
  if (address.dialect === 'postgres') return () => {};
  const checks = [rememberFile(address.file), rememberFile(`${address.file}-wal`)];
  return () => {
    for (const check of checks) check();
  };
}
