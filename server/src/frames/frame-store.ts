import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Where a frame is kept. Opaque to everyone but the store that gave it. */
export type FramePlace = { place: string; size: number };

/** A row whose frame is not what was stored. */
export type DamagedFrame = { id: number; place: string };

/**
 * The writing side: lives in the writer thread, one call at a time.
 * A frame is durable before its row commits, and erased after its row is gone; between the two, the row decides.
 */
export type FrameWriter = {
  /** Stores a batch; resolves with their places, in order, once all bytes are on disk. Throws, and then none counts. */
  put: (frames: readonly Uint8Array[]) => Promise<string[]>;
  /** Destroys the bytes; resolves once that is on disk. A place that is gone already is no error. */
  erase: (places: readonly FramePlace[]) => Promise<void>;
  /** Inside the transaction that deletes every detection: queues what covers every frame stored so far. */
  queueAll: (transaction: Kysely<Schema>) => Promise<void>;
  /** Reclaims room after deletes, one small step; true when there is more to do. */
  reclaim: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** The reading side: lives on the main thread. */
export type FrameReader = {
  /** The JPEG, or null when its bytes are gone or were moved since the row was read. */
  read: (frame: FramePlace) => Promise<Buffer | null>;
  close: () => Promise<void>;
};
