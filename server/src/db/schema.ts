import type { Generated } from 'kysely';
import type { AuthAccountTable, AuthSessionTable, AuthUserTable, AuthVerificationTable } from './tables/account.ts';
import type { ApiTokenTable } from './tables/api-token.ts';
import type { AuditChainTable, AuditTable } from './tables/audit.ts';
import type { ClearRequestTable } from './tables/clear-request.ts';
import type { DrillScheduleTable, DrillTable } from './tables/drill.ts';
import type {
  DeliveryTable,
  DutyTable,
  EscalationPolicyTable,
  EscalationRungTable,
  EscalationTable,
  EscalationWalkTable,
  PushKeyTable,
  PushSubscriptionTable,
} from './tables/escalation.ts';
import type { EvidenceKeyTable } from './tables/evidence.ts';
import type {
  IncidentActionTable,
  IncidentAnswerTable,
  IncidentStateTable,
  IncidentTable,
  MergedIncidentTable,
} from './tables/incident.ts';
import type { InvitationTable } from './tables/invitation.ts';
import type { AuthPasskeyTable, AuthTwoFactorTable } from './tables/second-factor.ts';

/** Milliseconds since the epoch. */
type Millis = number;

export type DetectionTable = {
  id: Generated<number>;
  /** The detection's own time from the device; order and statistics use it. */
  at: Millis;
  received_at: Millis;
  weapon_type: string;
  /** Lower case, for the type filter. */
  weapon_type_key: string;
  /** Percent, one decimal. */
  confidence: number;
  threat_level: number;
  location: string | null;
  device: string | null;
  device_id: string | null;
  source: 'device' | 'manual';
  description: string | null;
  officer_name: string | null;
  /** The device's readings as JSON text. */
  metrics: string | null;
  /** Box, track and model as JSON text: see `evidence.ts`. */
  evidence: string | null;
  /** The frame's place in the frame store, which alone can interpret it. */
  frame_place: string | null;
  frame_size: number | null;
  /** Hex. */
  frame_sha256: string | null;
  /** Bits of the labels that are counted as 'other': see `counted-labels.ts`. */
  other_labels: number;
  /** The id of its series: detections with equal labels, which no filter distinguishes. */
  series: number;
};

/**
 * The id that each report was answered with. Kept after the detection is deleted, so that a late repeat is not stored
 * again; deleted only at the age of RETENTION_DAYS.
 */
export type ReportKeyTable = {
  device_id: string;
  event_id: string;
  detection_id: number;
};

export type CommentTable = {
  id: Generated<number>;
  detection_id: number;
  comment: string;
  user_name: string;
  user_id: number;
  at: Millis;
};

/**
 * `pruned`: retention removed a batch; pages are notified by the `reset` after the last batch. `merged`: an incident became
 * part of an older one. `answered`: its state or its notes changed. `escalated`: nobody has answered it for so long that
 * others are told. `undelivered`: none of them could be reached. `drill`: one was sent, painted or missed.
 */
export type EventKind =
  | 'created'
  | 'deleted'
  | 'cleared'
  | 'pruned'
  | 'reset'
  | 'merged'
  | 'answered'
  | 'escalated'
  | 'undelivered'
  | 'drill';

/** The log that live streams follow. `seq` is without gaps and in commit order on both databases. */
export type EventTable = {
  seq: number;
  kind: EventKind;
  detection_id: number | null;
  incident_id: Generated<number | null>;
  drill_id: Generated<number | null>;
  /** What an `escalated` event says, as JSON text. */
  detail: Generated<string | null>;
};

/** One row with the newest `seq`. The lock on it orders commits. */
export type EventHeadTable = {
  id: 1;
  seq: number;
};

export type CounterKind = 'total' | 'manual' | 'type' | 'level' | 'minute' | 'hour' | 'level_hour' | 'series';

/** Counts that change in the transaction of their rows. One slot per server; a count is the sum over slots. */
export type CounterTable = {
  kind: CounterKind;
  key: string;
  slot: number;
  value: number;
};

/** Frames of deleted rows whose bytes are not erased yet: queued in the deleting transaction, erased after it. */
export type FrameErasureTable = {
  place: string;
  size: number;
};

/** The frame store inside PostgreSQL. */
export type FrameTable = {
  id: Generated<number>;
  bytes: Buffer;
  stored_at: Millis;
};

/** One row when frames are kept in an object store: the folder in the bucket, and the object up to which it was swept. */
export type FrameFolderTable = {
  id: 1;
  name: string;
  swept_to: string;
};

export type DeviceTable = {
  id: string;
  name: string;
  location: string | null;
  /** SHA-256 of the key's secret, hex. */
  key_hash: string;
  /** Of the key before it, which is valid until then. */
  old_key_hash: string | null;
  old_key_until: Millis | null;
  created_at: Millis;
  last_seen_at: Millis | null;
  /** Bits of the labels whose limit it has exceeded: see `counted-labels.ts`. */
  other_labels: number;
  /** Its last heartbeat as JSON text, when it was received, and since when the state that it shows lasts. */
  heartbeat: string | null;
  heartbeat_at: Millis | null;
  heartbeat_state_since: Millis | null;
};

/** Messages of the contact form; stored whether or not the mail about them could be sent. */
export type ContactMessageTable = {
  id: Generated<number>;
  at: Millis;
  name: string;
  email: string;
  message: string;
};

/** Token buckets that several servers share, each stored as the time when it will be full again. PostgreSQL only. */
export type RateLimitTable = {
  id: string;
  full_at: Millis;
};

/** The last time that an account's owner signed in from a network. Account and network are hashes. */
export type FamiliarNetworkTable = {
  id: string;
  account: string;
  at: Millis;
};

/** Settings of the servers on one database. PostgreSQL only. */
export type SharedSettingTable = {
  name: string;
  value: string;
};

/** The last backup that succeeded, in one row; `at` is when it began. */
export type LastBackupTable = {
  id: 1;
  at: Millis;
  detections: number;
  frames: number;
};

/** A camera of Frigate that is a device; without a row in `device` it was revoked. */
export type FrigateCameraTable = {
  device_id: string;
  /** The topic prefix of its Frigate. */
  prefix: string;
};

/** How far Frigate's list of events was read: seconds since the epoch, of Frigate's clock. */
export type FrigateListTable = {
  prefix: string;
  since: number;
  read_to: number;
};

export type Schema = {
  audit: AuditTable;
  audit_chain: AuditChainTable;
  detection: DetectionTable;
  report_key: ReportKeyTable;
  comment: CommentTable;
  event: EventTable;
  event_head: EventHeadTable;
  counter: CounterTable;
  incident: IncidentTable;
  merged_incident: MergedIncidentTable;
  drill: DrillTable;
  drill_schedule: DrillScheduleTable;
  incident_answer: IncidentAnswerTable;
  incident_action: IncidentActionTable;
  incident_state: IncidentStateTable;
  escalation_policy: EscalationPolicyTable;
  escalation_walk: EscalationWalkTable;
  escalation: EscalationTable;
  escalation_rung: EscalationRungTable;
  delivery: DeliveryTable;
  push_key: PushKeyTable;
  push_subscription: PushSubscriptionTable;
  duty: DutyTable;
  frame_erasure: FrameErasureTable;
  frame: FrameTable;
  frame_folder: FrameFolderTable;
  device: DeviceTable;
  auth_user: AuthUserTable;
  auth_session: AuthSessionTable;
  auth_account: AuthAccountTable;
  auth_verification: AuthVerificationTable;
  auth_two_factor: AuthTwoFactorTable;
  auth_passkey: AuthPasskeyTable;
  api_token: ApiTokenTable;
  evidence_key: EvidenceKeyTable;
  invitation: InvitationTable;
  clear_request: ClearRequestTable;
  contact_message: ContactMessageTable;
  rate_limit: RateLimitTable;
  familiar_network: FamiliarNetworkTable;
  shared_setting: SharedSettingTable;
  last_backup: LastBackupTable;
  frigate_camera: FrigateCameraTable;
  frigate_list: FrigateListTable;
};
