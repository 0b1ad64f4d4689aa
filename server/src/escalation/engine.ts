import { type Alarm, dueRungs, type Escalation, type ReopenReason } from '@vedette/contract/escalation-rule';
import type { ListedIncident } from '../detections/incidents/incidents.store.ts';
import type { Log } from '../log.ts';
import type { DetectionWriter } from '../writer/detection-writer.ts';
import type { Firing } from '../writer/escalation/change-escalation.ts';
import {
  type AnswerState,
  type EscalationRow,
  type EscalationStore,
  stateOf,
  type Touched,
} from './escalation.store.ts';
import type { PolicyStore, StoredPolicy } from './policy.store.ts';
import type { ReceiverResolver } from './receivers.ts';

export type EscalationEngine = {
  /** Looks at all incidents for which something may be due. */
  tick: () => Promise<void>;
  stop: () => Promise<void>;
};

type Parts = {
  store: EscalationStore;
  policies: Pick<PolicyStore, 'latest' | 'ofVersion'>;
  incidents: { byId: (id: number) => Promise<ListedIncident | null> };
  receivers: ReceiverResolver;
  writer: Pick<DetectionWriter, 'answer' | 'escalate'>;
  /** Called after each look: there may be something to deliver. */
  onLooked: () => void;
  now: () => number;
  log: Log;
};

const TICK_MS = 1_000;
const EVENTS_PER_READ = 2_000;
const INCIDENTS_PER_LOOK = 100;
/** Without anything due, an incident is looked at after so long: it may have been deleted. */
const REST_MS = 7 * 24 * 60 * 60 * 1_000;

/** What is found to be due for an incident under the policy of its alarm. */
type Found = { row: EscalationRow; incident: ListedIncident; alarm: Alarm; stored: StoredPolicy; round: number };

/**
 * Finds in the database which rungs of which incidents are due, once a second at every server: all of it is in the database,
 * so that any of them can go on where another one was killed.
 */
export function startEscalation(parts: Parts): EscalationEngine {
  const { store, policies, incidents, receivers, writer, onLooked, now, log } = parts;
  let running: Promise<void> | null = null;
  let stopped = false;
  let failing = false;
  const timer = setInterval(() => void tick(), TICK_MS).unref();

  function tick(): Promise<void> {
    running ??= look()
      .then(() => {
        failing = false;
      })
      .catch((error: unknown) => {
        if (!failing && !stopped)
          log.error({ err: error }, 'cannot see which incidents nobody has answered; trying again');
        failing = true;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  async function look() {
    await walk();
    for (let more = true; more && !stopped; ) {
      const rows = await store.due(now(), INCIDENTS_PER_LOOK);
      await lookAt(rows);
      more = rows.length === INCIDENTS_PER_LOOK;
    }
    onLooked();
  }

  /** Notes the incidents of new events. Servers may do the same at once: it has one result. */
  async function walk() {
    const { walkedTo, head } = await store.walkState();
    let from = walkedTo ?? head;
    if (from === head) return;
    const { version, policy } = await policies.latest();
    const lowest = Math.min(...policy.rules.map(({ min_level }) => min_level));
    while (from < head && !stopped) {
      const to = Math.min(head, from + EVENTS_PER_READ);
      const touched = await store.touchedBetween(from, to);
      const known = await store.knownLevels(touched.map(({ incident_id }) => incident_id));
      for (const one of touched) if (concerns(one, { known, lowest })) await store.touch(one, version);
      await store.noteWalked(to);
      from = to;
    }
  }

  async function lookAt(rows: readonly EscalationRow[]) {
    const found = (await Promise.all(rows.map(examine))).filter((one) => one !== null);
    const firings = await Promise.all(found.flatMap((one) => (one.result.due.length > 0 ? [firingOf(one)] : [])));
    if (firings.length > 0) await writer.escalate({ do: 'fire', at: now(), firings });
    for (const { row, alarm, round, stored, result, closing } of found) {
      if (result.reopen !== null) await reopen(row.incident_id, result.reopen);
      await store.settle(row, {
        ...closing,
        next_at: result.next_at ?? now() + REST_MS,
        // Closed ones are no longer looked for among those that are shown.
        ...(alarm.state === 'closed' ? { shown: null, undelivered_since: null } : {}),
        ...(round === row.round ? {} : { round, policy_version: stored.version, undelivered_since: null }),
      });
    }
  }

  async function examine(row: EscalationRow) {
    const [incident, answers] = await Promise.all([
      incidents.byId(row.incident_id),
      store.answerState(row.incident_id),
    ]);
    if (incident?.id !== row.incident_id) {
      await (incident === null ? store.forget(row.incident_id) : store.leaveToOlder(row.incident_id));
      return null;
    }
    const round = answers.reopened?.id ?? 0;
    const [stored, closing] = await Promise.all([
      round === row.round ? policies.ofVersion(row.policy_version) : policies.latest(),
      closingOf(row, { incident, answers }),
    ]);
    const alarm = alarmOf({ ...row, ...closing }, { incident, answers });
    const fired = await store.fired(row.incident_id, round, stored.version);
    const result: Escalation = dueRungs(alarm, stored.policy, fired, now());
    return { row, incident, alarm, stored, round, result, closing };
  }

  /** The level at the closing, which is found once for each closing. */
  async function closingOf(row: EscalationRow, { incident, answers }: Read) {
    const closedAt = stateOf(incident.state) === 'closed' ? (answers.answer?.closed_at ?? null) : null;
    if (closedAt === row.closed_at) return {};
    return { closed_at: closedAt, closed_level: closedAt === null ? null : await store.levelAt(incident, closedAt) };
  }

  async function firingOf({ incident, stored, round, result, alarm }: Found & { result: Escalation }): Promise<Firing> {
    const rungs = await Promise.all(
      result.due.map((due) =>
        receivers.resolve({ incident, policy: stored.policy, due, alarmAt: alarm.alarm_at, now: now() }),
      ),
    );
    return { incidentId: incident.id, round, policyVersion: stored.version, rungs };
  }

  async function reopen(incidentId: number, reason: ReopenReason) {
    // Refused when another server or somebody was faster.
    await writer.answer({ do: 'reopen', incidentId, by: null, at: now(), note: REASONS[reason] });
  }

  return {
    tick: async () => {
      await running;
      await tick();
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

type Read = { incident: ListedIncident; answers: AnswerState };

const REASONS: Record<ReopenReason, string> = {
  stale: 'Reopened: it is seen again, and nothing has been done for too long',
  seen_again: 'Reopened: it is seen again after it was closed',
  level: 'Reopened: its level has risen after it was closed',
};

/** A known and open incident is looked at when it is due; reports of it matter when its level rises. */
function concerns(
  { incident_id, state, level, answered }: Touched,
  { known, lowest }: { known: ReadonlyMap<number, number>; lowest: number },
): boolean {
  const before = known.get(incident_id);
  if (answered || stateOf(state) !== 'open') return true;
  return before === undefined ? level >= lowest : level > before;
}

function alarmOf(row: EscalationRow, { incident, answers }: Read): Alarm {
  return {
    state: stateOf(incident.state),
    level: incident.threat_level,
    location: incident.location,
    device_id: incident.device_id,
    alarm_at: answers.reopened?.at ?? row.started_at,
    last_report_at: row.last_report_at,
    last_action_at: answers.lastActionAt,
    closed_level: row.closed_level,
  };
}
