import type { DetectionTable } from '../db/schema.ts';

/** A detection on its way into the store: the columns, without what the writer adds. */
export type NewDetection = Omit<DetectionTable, 'id' | 'frame_place' | 'frame_size' | 'frame_sha256' | 'series'> & {
  /** The device's own key of this report; null for a manual detection. */
  event_id: string | null;
};

/** A row as it is stored. */
export type StoredDetection = Omit<DetectionTable, 'id'> & { id: number };

/** What became of one report. A repeat got the id of the first and stored nothing, so it has no event either. */
export type Stored = { id: number; repeated: false; seq: number } | { id: number; repeated: true };

/** A batch as the thread takes it: rows, and beside them their frames (null: none). */
export type Batch = { rows: NewDetection[]; frames: (Uint8Array | null)[] };
