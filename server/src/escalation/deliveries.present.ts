import type { Delivery } from '@vedette/contract/delivery';
import { DELIVERY_STATES } from '@vedette/contract/escalation';
import type { DeliveryRow } from './deliveries.store.ts';
import { lateSeconds } from './escalation.words.ts';

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

const isoOrNull = (at: number | null) => (at === null ? null : isoTime(at));

/** Without the address of a webhook or subscription, which can hold a secret. */
export function presentDelivery(row: DeliveryRow): Delivery {
  const state = DELIVERY_STATES[row.state] ?? 'failed';
  return {
    id: row.id,
    incident_id: row.incident_id,
    kind: row.kind,
    receiver: row.receiver_name,
    state,
    attempts: row.attempts,
    asked_at: isoTime(row.asked_at),
    late_s: lateSeconds(row.asked_at - row.due_at),
    next_attempt_at: state === 'asked' ? isoTime(row.attempt_at) : null,
    delivered_at: isoOrNull(row.delivered_at),
    error: row.error,
    opened_at: isoOrNull(row.opened_at),
    opened_by: row.opened_by,
  };
}
