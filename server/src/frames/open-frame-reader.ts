import type { Database } from '../db/database.ts';
import { createDatabaseFrameReader } from './database/database-frames.ts';
import type { FrameLocation, FrameReader } from './frame-store.ts';
import { createObjectReader } from './objects/object-reader.ts';
import { openObjectStore } from './objects/object-store.ts';
import { createSegmentReader } from './segments/segment-reader.ts';
import { wasRefused } from './store-lost.ts';

/**
 * Reads from the store that the writer thread of the same settings writes to.
 * @param options.onUnreachable called when an object store does not answer yet. The server starts anyway, because
 *   people can use everything else. It does not start when the store refuses it, because that would not change.
 */
export async function openFrameReader(options: {
  database: Database;
  frameLocation: FrameLocation;
  now: () => number;
  onUnreachable: (error: unknown) => void;
}): Promise<FrameReader> {
  const { database, frameLocation, now, onUnreachable } = options;
  const { directory, objectStore } = frameLocation;
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
