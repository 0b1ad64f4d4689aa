import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { ObjectStoreSettings } from '../object-store-settings.ts';

/** Where a frame is stored. Only its store can interpret the place. */
export type FramePlace = { place: string; size: number };

/** A row whose frame is missing or differs from the stored one. */
export type DamagedFrame = { id: number; place: string };

/** Where a server stores its frames: in the object store when there is one, else beside its rows. */
export type FrameLocation = {
  /** The folder of segments, beside SQLite. */
  directory: string;
  objectStore: ObjectStoreSettings | undefined;
};

/** Log lines of the store. */
export type FrameLog = (level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>) => void;

/**
 * The writing side, called by the writer thread, one call at a time. A frame is durable before its row commits, and
 * erased after its row is deleted. In between, the row decides whether it exists.
 */
export type FrameWriter = {
  /** Stores a batch. Resolves with the places, in order, once all bytes are on disk; when it rejects, none is stored. */
  put: (frames: readonly Uint8Array[]) => Promise<string[]>;
  /** Overwrites the bytes. Resolves once that is on disk. A missing place is no error. */
  erase: (places: readonly FramePlace[]) => Promise<void>;
  /** Called after each commit with the newest event and detection of the database. */
  noteCommitted: (newest: { seq: number; detection: number }) => void;
  /** Called in the transaction that deletes every detection: queues the erasure of all stored frames. */
  queueAll: (transaction: Kysely<Schema>) => Promise<void>;
  /** Reclaims space after deletions in one small step. Returns whether there is more to do. */
  reclaim: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** The reading side, used on the main thread. */
export type FrameReader<Frame extends FramePlace = FramePlace> = {
  /** The JPEG, or null when its bytes are missing, damaged, or were moved since the row was read. */
  read: (frame: Frame) => Promise<Buffer | null>;
  /** A short-lived address from which a browser can load the frame. Absent: the server sends frames itself. */
  link?: (frame: Frame) => Promise<string>;
  /** Resolves when the store answers, rejects with its error otherwise. Cheap, and transfers no frame. */
  check: () => Promise<void>;
  close: () => Promise<void>;
};
