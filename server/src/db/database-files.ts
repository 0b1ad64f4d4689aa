import { recordFileIdentity } from '../file-identity.ts';
import type { DatabaseAddress } from './database.ts';

/**
 * Records the identity of an open SQLite database's files: the database and its write-ahead log.
 * @returns a check that throws FILE_REPLACED while one of them is missing or replaced; on PostgreSQL it does nothing
 */
export function rememberDatabaseFiles(address: DatabaseAddress): () => void {
  if (address.dialect === 'postgres') return () => {};
  const checks = [recordFileIdentity(address.file), recordFileIdentity(`${address.file}-wal`)];
  return () => {
    for (const check of checks) check();
  };
}
