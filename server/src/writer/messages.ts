import type { DatabaseAddress } from '../db/database.ts';
import type { FrameHome } from '../frames/frame-store.ts';
import type { AddedComment, NewCommentRow } from './add-comment.ts';
import type { Batch, Stored, StoredDetection } from './new-detection.ts';

/** What the thread is started with. */
export type WriterOptions = {
  database: DatabaseAddress;
  frames: FrameHome;
  /** 0: everything is kept. */
  retentionDays: number;
};

/** One request at a time; the answer to each comes in the order they were sent. */
export type WriterRequest =
  | { do: 'commit'; batch: Batch }
  | { do: 'remove'; id: number }
  | { do: 'clear' }
  | { do: 'comment'; row: NewCommentRow }
  | { do: 'stop' };

export type BatchAnswer = ({ stored: Stored } | { error: string })[];

export type WriterAnswer =
  | { did: 'commit'; outcomes: BatchAnswer }
  | { did: 'remove'; row: StoredDetection | null }
  | { did: 'clear'; count: number }
  | { did: 'comment'; row: AddedComment }
  | { did: 'stop' }
  /** `lost`: the database could not be asked; the same may work in a moment. `diskFull`: there was no room for it. */
  | { did: 'fail'; error: string; lost: boolean; diskFull: boolean };

/** What the thread says on its own. */
export type WriterNotice =
  | { notice: 'ready' }
  /** A statement failed because the database is damaged. */
  | { notice: 'damaged'; problem: string }
  /** Something could not be written for want of room. */
  | { notice: 'disk-full' }
  | { notice: 'log'; level: 'info' | 'warn' | 'error'; message: string; details: Record<string, unknown> };
