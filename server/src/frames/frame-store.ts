import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { ObjectStoreSettings } from '../object-store-settings.ts';

/** Where a frame is kept. Opaque to everyone but the store that gave it. */
export type FramePlace = { place: string; size: number };

/** A row whose frame is not what was stored. */
export type DamagedFrame = { id: number; place: string };

/** Where a server keeps its frames: in the object store when there is one, else beside its rows. */
export type FrameHome = {
  /** Where segments are, beside SQLite. */
  directory: string;
  objectStore: ObjectStoreSettings | undefined;
};

/** What the store says of its own accord. */
export type FrameLog = (level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>) => void;

/**
 * The writing side: lives in the writer thread, one call at a time.
 * A frame is durable before its row commits, and erased after its row is gone; between the two, the row decides.
 */
export type FrameWriter = {
  /** Stores a batch; resolves with their places, in order, once all bytes are on disk. Throws, and then none counts. */
  put: (frames: readonly Uint8Array[]) => Promise<string[]>;
  /** Destroys the bytes; resolves once that is on disk. A place that is gone already is no error. */
  erase: (places: readonly FramePlace[]) => Promise<void>;
  /** After each commit: the newest event and detection of the database. */
  noteCommitted: (newest: { seq: number; detection: number }) => void;
  /** Inside the transaction that deletes every detection: queues what covers every frame stored so far. */
  queueAll: (transaction: Kysely<Schema>) => Promise<void>;
  /** Reclaims room after deletes, one small step; true when there is more to do. */
  reclaim: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** The reading side: lives on the main thread. */
export type FrameReader<Frame extends FramePlace = FramePlace> = {
  /** The JPEG, or null when its bytes are gone, damaged, or were moved since the row was read. */
  read: (frame: Frame) => Promise<Buffer | null>;
  /** An address where a browser gets the frame itself, for a short time. Absent: the server hands frames out. */
  link?: (frame: Frame) => Promise<string>;
  /** Whether the store answers: resolves when it does, rejects with its own words. Cheap, and moves no frame. */
  check: () => Promise<void>;
  close: () => Promise<void>;
};
