import type { ListedIncident } from '../detections/incidents/incidents.store.ts';
import type { Log } from '../log.ts';
import type { DetectionWriter } from '../writer/detection-writer.ts';
import { type DeliveryRow, type DeliveryStore, stateNumber } from './deliveries.store.ts';
import type { EscalationStore } from './escalation.store.ts';
import { type Message, messageOf } from './senders/message.ts';
import type { Sent } from './senders/post.ts';

/** Sends one message over what its delivery says. */
export type Send = (delivery: DeliveryRow, message: Message) => Promise<Sent>;

export type DeliveryQueue = {
  /** Begins with what is due now. */
  wake: () => void;
  /** Resolves when nothing that is due now is left. */
  settled: () => Promise<void>;
  stop: () => Promise<void>;
};

type Parts = {
  store: DeliveryStore;
  escalations: Pick<EscalationStore, 'noteDelivered' | 'answerState'>;
  incidents: { byId: (id: number) => Promise<ListedIncident | null> };
  writer: Pick<DetectionWriter, 'escalate'>;
  send: Send;
  baseUrl: string;
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
};

const MOST_AT_ONCE = 32;
/** Longer than any attempt takes. What a server that was killed had begun is taken over after that. */
const LEASE_MS = 10_000;
const MAIL_LEASE_MS = 45_000;
/** With the pauses between them, attempts go on for about five minutes. */
export const MOST_ATTEMPTS = 10;
const PAUSE_MAX_MS = 60_000;

/** Delivers what the database holds. An attempt is claimed by one server, and has the same key as all others of its delivery. */
export function startDeliveries(parts: Parts): DeliveryQueue {
  const { store, escalations, incidents, writer, send, baseUrl, now, random, log } = parts;
  const inFlight = new Set<Promise<void>>();
  let pumping: Promise<void> | null = null;
  let stopped = false;

  function wake() {
    if (stopped) return;
    pumping ??= pump()
      .catch((error: unknown) => {
        if (!stopped) log.error({ err: error }, 'cannot read what must be delivered; trying again');
      })
      .finally(() => {
        pumping = null;
      });
  }

  async function pump() {
    const rows = await store.due(now(), MOST_AT_ONCE - inFlight.size);
    for (const row of rows) {
      const leaseUntil = now() + (row.kind === 'email' ? MAIL_LEASE_MS : LEASE_MS);
      if (stopped || !(await store.claim(row, leaseUntil))) continue;
      const done = attempt(row, leaseUntil)
        .catch((error: unknown) => log.error({ err: error, delivery: row.id }, 'a delivery could not be recorded'))
        .finally(() => {
          inFlight.delete(done);
          if (rows.length >= MOST_AT_ONCE) wake();
        });
      inFlight.add(done);
    }
  }

  async function attempt(row: DeliveryRow, leaseUntil: number) {
    const { id, incident_id } = row;
    const incident = incident_id === null ? null : await incidents.byId(incident_id);
    if (row.forced === 0 && !(await isUnanswered(row, incident))) {
      await store.settle(id, leaseUntil, { state: stateNumber('cancelled') });
      return;
    }
    if (incident_id !== null && incident === null) {
      await store.settle(id, leaseUntil, { state: stateNumber('cancelled'), error: 'The incident was deleted' });
      return;
    }
    const sent = await send(row, messageOf({ delivery: row, incident, baseUrl }));
    if (sent.ok) {
      await store.settle(id, leaseUntil, { state: stateNumber('delivered'), delivered_at: now(), error: null });
      if (incident_id !== null) await escalations.noteDelivered(incident_id);
      return;
    }
    await noteFailure(row, { leaseUntil, sent });
  }

  /** What is tried again is not sent when somebody has answered in the meantime. */
  async function isUnanswered({ round }: DeliveryRow, incident: ListedIncident | null): Promise<boolean> {
    if (incident?.state !== 0) return false;
    const { reopened } = await escalations.answerState(incident.id);
    return (reopened?.id ?? 0) === round;
  }

  async function noteFailure(
    { id, attempts, incident_id, kind }: DeliveryRow,
    { leaseUntil, sent }: { leaseUntil: number; sent: Extract<Sent, { ok: false }> },
  ) {
    const { error, final = false } = sent;
    const tried = attempts + 1;
    if (!final && tried < MOST_ATTEMPTS) {
      await store.settle(id, leaseUntil, { attempt_at: now() + pauseAfter(tried, random()), error });
      return;
    }
    log.warn({ delivery: id, kind, reason: error }, 'a delivery has failed');
    const settled = await store.settle(id, leaseUntil, { state: stateNumber('failed'), error });
    if (settled && incident_id !== null) {
      await writer.escalate({ do: 'check delivery', at: now(), incidentId: incident_id });
    }
  }

  async function settled() {
    do {
      wake();
      await pumping;
      await Promise.all(inFlight);
    } while ((await store.due(now(), 1)).length > 0);
  }

  return {
    wake,
    settled,
    stop: async () => {
      stopped = true;
      await pumping;
      await Promise.all(inFlight);
    },
  };
}

/** Doubles with each attempt; half of it is random, so that many deliveries do not come back together. */
export function pauseAfter(attempts: number, random: number): number {
  const longest = Math.min(PAUSE_MAX_MS, 1_000 * 2 ** (attempts - 1));
  return Math.round((longest / 2) * (1 + random));
}
