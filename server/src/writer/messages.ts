import type { AuditActor } from '../db/audit/append-audit.ts';
import type { DatabaseAddress } from '../db/database.ts';
import type { FrameLocation } from '../frames/frame-store.ts';
import type { EscalationChange, EscalationChanged } from './escalation/change-escalation.ts';
import type { Answered, NewAction } from './incidents/answer-incident.ts';
import type { Batch, Stored, StoredDetection } from './new-detection.ts';
import type { AddedComment, NewCommentRow } from './thread/add-comment.ts';
import type { DrillOutcome, NewDrill } from './thread/store-drill.ts';

/** The thread's `workerData`. */
export type WriterOptions = {
  database: DatabaseAddress;
  frames: FrameLocation;
  /** 0: everything is kept. */
  retentionDays: number;
  incidentGapMs: number;
  /** 0: the audit log is kept for ever. */
  auditRetentionDays: number;
  /** Whether people answer incidents. */
  team: boolean;
  /** False only where their cost is measured. */
  keepIncidents: boolean;
};

/** The thread handles one request at a time and answers in the order of the requests. */
export type WriterRequest =
  | { do: 'commit'; batch: Batch }
  | { do: 'remove'; id: number; by: AuditActor }
  | { do: 'clear'; by: AuditActor }
  | { do: 'comment'; row: NewCommentRow }
  | { do: 'answer'; action: NewAction }
  | { do: 'drill'; drill: NewDrill; frame: Uint8Array }
  | { do: 'settle drill'; outcome: DrillOutcome }
  | { do: 'escalate'; change: EscalationChange }
  | { do: 'stop' };

export type BatchAnswer = ({ stored: Stored } | { error: string })[];

export type WriterAnswer =
  | { did: 'commit'; outcomes: BatchAnswer }
  | { did: 'remove'; row: StoredDetection | null }
  | { did: 'clear'; count: number }
  | { did: 'comment'; row: AddedComment }
  | { did: 'answer'; outcome: Answered }
  | { did: 'drill'; id: number | null }
  | { did: 'settle drill'; isNews: boolean }
  | { did: 'escalate'; changed: EscalationChanged }
  | { did: 'stop' }
  /** `lost`: the database was unreachable; a retry may succeed. `diskFull`: there was no room for it. */
  | { did: 'fail'; error: string; lost: boolean; diskFull: boolean };

/** Messages of the thread that answer no request. */
export type WriterNotice =
  | { notice: 'ready' }
  /** A statement failed because the database is damaged. */
  | { notice: 'damaged'; problem: string }
  /** Something could not be written for want of room. */
  | { notice: 'disk-full' }
  /** Incidents were merged: there are more events than those of the reports. */
  | { notice: 'merged' }
  | { notice: 'log'; level: 'info' | 'warn' | 'error'; message: string; details: Record<string, unknown> };
