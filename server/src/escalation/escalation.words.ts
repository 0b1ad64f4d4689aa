import type { ReceiverKind } from '@vedette/contract/escalation';
import type { DueRung } from '@vedette/contract/escalation-rule';
import { spanInWords } from '@vedette/contract/span-in-words';
import type { IncidentEscalated } from '@vedette/contract/stream-event';
import type { ListedIncident } from '../detections/incidents/incidents.store.ts';

/** A rung that fires later than this says so: no server was running when it was due. */
const LATE_MS = 2_000;

type Fired = {
  incident: ListedIncident;
  due: DueRung;
  kinds: readonly ReceiverKind[];
  alarmAt: number;
  now: number;
};

/** What the event of a rung says to screens. */
export function escalatedDetail({ incident, due, kinds, alarmAt, now }: Fired): Omit<IncidentEscalated, 'incident_id'> {
  return {
    rung: due.rung,
    kinds: [...kinds],
    title: titleOf(incident),
    threat_level: incident.threat_level,
    unanswered_s: Math.round((due.due_at - alarmAt) / 1_000),
    late_s: lateSeconds(now - due.due_at),
  };
}

/** 'Knife at North gate'. */
export function titleOf({
  weapon_type,
  location,
  device,
}: Pick<ListedIncident, 'weapon_type' | 'location' | 'device'>) {
  const place = location ?? device;
  return place === null ? weapon_type : `${weapon_type} at ${place}`;
}

/** Whole seconds; 0 when it is not late enough to be said. */
export function lateSeconds(lateMs: number): number {
  return lateMs > LATE_MS ? Math.round(lateMs / 1_000) : 0;
}

/** Empty when it is not late. */
export function latenessInWords(lateMs: number): string {
  const seconds = lateSeconds(lateMs);
  return seconds === 0 ? '' : `This message is ${spanInWords(seconds)} late, because no server was running.`;
}
