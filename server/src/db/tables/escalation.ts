import type { ReceiverKind } from '@vedette/contract/escalation';
import type { Generated } from 'kysely';

/** Milliseconds since the epoch. */
type Millis = number;

/** The policy and all before it: an alarm keeps the one with which it began. */
export type EscalationPolicyTable = {
  version: number;
  /** JSON text. */
  policy: string;
  at: Millis;
  user_name: string | null;
};

/** One row: up to which event incidents were looked at; null while no team answers incidents. */
export type EscalationWalkTable = { id: 1; seq: number | null };

/** The incidents that are watched for answers. */
export type EscalationTable = {
  incident_id: number;
  /** When its first report was received. */
  started_at: Millis;
  last_report_at: Millis;
  level: number;
  /** The newest event for which it must be looked at. */
  touched: number;
  /** When it must be looked at again. */
  next_at: Millis;
  /** The id of the action that reopened it last; 0 before that. Each round fires all rungs anew. */
  round: Generated<number>;
  policy_version: number;
  closed_at: Millis | null;
  /** Its level at that time. */
  closed_level: number | null;
  /** What its latest rung tells screens, as JSON text; null before a rung of screens. */
  shown: Generated<string | null>;
  /** Since when its alarm has reached nobody. */
  undelivered_since: Millis | null;
};

/** The rungs that have fired. */
export type EscalationRungTable = {
  incident_id: number;
  round: number;
  policy_version: number;
  rule: number;
  rung: number;
  due_at: Millis;
  fired_at: Millis;
};

/** Something to tell a receiver outside, and what became of it. */
export type DeliveryTable = {
  id: Generated<number>;
  /** Null for a test. */
  incident_id: number | null;
  round: number;
  policy_version: number;
  rule: number;
  rung: number;
  kind: ReceiverKind;
  /** Its address: a URL, a topic, a mail address, the id of a subscription. */
  receiver: string;
  receiver_name: string;
  idempotency_key: string;
  asked_at: Millis;
  due_at: Millis;
  /** The index in `DELIVERY_STATES` of the contract. */
  state: number;
  /** Somebody asked for it, so that it is sent even when the incident was answered. */
  forced: Generated<number>;
  attempts: Generated<number>;
  /** When it is tried next. While a server tries it: when another one may. */
  attempt_at: Millis;
  delivered_at: Millis | null;
  error: string | null;
  opened_at: Millis | null;
  opened_by: string | null;
};

/** One row: the key pair with which push services know this site. */
export type PushKeyTable = { id: 1; public_key: string; private_key: string };

/** A browser that receives push messages for somebody. */
export type PushSubscriptionTable = {
  id: Generated<number>;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Millis;
};

/** When people were on duty. */
export type DutyTable = {
  id: Generated<number>;
  user_id: string;
  user_name: string;
  since: Millis;
  until: Millis | null;
};
