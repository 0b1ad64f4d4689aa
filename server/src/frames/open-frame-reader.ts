import type { Database } from '../db/database.ts';
import { createDatabaseFrameReader } from './database/database-frames.ts';
import type { FrameHome, FrameReader } from './frame-store.ts';
import { createObjectReader } from './objects/object-reader.ts';
import { openObjectStore } from './objects/object-store.ts';
import { createSegmentReader } from './segments/segment-reader.ts';
import { wasRefused } from './store-lost.ts';

/**
 * Reads from where the writer thread of the same settings puts them.
 * @param options.onUnreachable an object store is not there yet, which does not keep a server from starting: guards see
 *   what is in the database. A store that refuses us does: it would go on refusing.
 */
export async function openFrameReader(options: {
  database: Database;
  home: FrameHome;
  now: () => number;
  onUnreachable: (error: unknown) => void;
}): Promise<FrameReader> {
  const { database, home, now, onUnreachable } = options;
  const { directory, objectStore } = home;
  if (objectStore === undefined) {
    return database.dialect === 'postgres'
      ? createDatabaseFrameReader(database.pool)
      : createSegmentReader({ directory, now });
  }
  const store = await openObjectStore(objectStore);
  try {
    await store.check();
  } catch (error) {
    if (wasRefused(error)) throw error;
    onUnreachable(error);
  }
  return createObjectReader(store, objectStore);
}
