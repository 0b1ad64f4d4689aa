import type { DetectionTable } from '../db/schema.ts';

/** A detection before it is stored: the columns without those that the writer adds. */
export type NewDetection = Omit<DetectionTable, 'id' | 'frame_place' | 'frame_size' | 'frame_sha256' | 'series'> & {
  /** The device's own key of this report; null for a manual detection. */
  event_id: string | null;
};

/** A row as it is stored. */
export type StoredDetection = Omit<DetectionTable, 'id'> & { id: number };

/**
 * The result for one report. A repeat gets the id of the first report, stores nothing and has no event. `answered`: an incident
 * of its batch is not open.
 */
export type Stored =
  | { id: number; repeated: false; seq: number; incident_id: number; answered: boolean }
  | { id: number; repeated: true };

/** A batch for the thread: the rows, and at the same index the frame of each (null: none). */
export type Batch = { rows: NewDetection[]; frames: (Uint8Array | null)[] };
