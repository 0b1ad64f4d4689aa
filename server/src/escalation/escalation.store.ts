import { INCIDENT_STATES } from '@vedette/contract/answer';
import type { Alarm, RungPlace } from '@vedette/contract/escalation-rule';
import type { IncidentEscalated } from '@vedette/contract/stream-event';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { EscalationTable } from '../db/tables/escalation.ts';
import type { IncidentAnswerTable } from '../db/tables/incident.ts';
import { latestReopening } from '../writer/escalation/change-escalation.ts';
import { ORIGIN, originIn } from '../writer/incidents/incident-rows.ts';

export type EscalationRow = Selectable<EscalationTable>;

/** What events say of an incident: that it was reported or answered. */
export type Touched = {
  incident_id: number;
  seq: number;
  state: number;
  level: number;
  answered: boolean;
  first_report_at: number;
  last_report_at: number;
};

/** What somebody did with an incident. */
export type AnswerState = {
  answer: Pick<Selectable<IncidentAnswerTable>, 'acknowledged_at' | 'closed_at'> | undefined;
  lastActionAt: number | null;
  reopened: { id: number; at: number } | undefined;
};

export type EscalationStore = ReturnType<typeof createEscalationStore>;

/** @param database every statement of this store changes or reads by an index */
export function createEscalationStore({ kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>) {
  const later = dialect === 'sqlite' ? sql`max` : sql`greatest`;

  return {
    /** The newest event, and up to which incidents were looked at; null while no team answers. */
    async walkState(): Promise<{ walkedTo: number | null; head: number }> {
      const { rows } = await sql<{
        seq: number | null;
        head: number;
      }>`select escalation_walk.seq, event_head.seq as head
        from escalation_walk cross join event_head`.execute(kysely);
      const [row] = rows;
      return { walkedTo: row?.seq ?? null, head: row?.head ?? 0 };
    },

    /** What happened while no team answered is not escalated. */
    async beginWalk(): Promise<void> {
      const begun = await kysely
        .updateTable('escalation_walk')
        .set({ seq: sql`(select seq from event_head)` })
        .where('seq', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (begun === undefined) return;
      await kysely.deleteFrom('escalation').execute();
      await kysely.updateTable('delivery').set({ state: 3 }).where('state', '=', 0).execute();
    },

    async endWalk(): Promise<void> {
      await kysely.updateTable('escalation_walk').set({ seq: null }).where('seq', 'is not', null).execute();
    },

    async noteWalked(seq: number): Promise<void> {
      await kysely.updateTable('escalation_walk').set({ seq }).where('seq', '<', seq).execute();
    },

    /** The incidents that events after `from`, up to `to`, are about. */
    async touchedBetween(from: number, to: number): Promise<Touched[]> {
      const reported = await sql<Omit<Touched, 'answered'>>`
        select incident.id as incident_id, incident.state, incident.threat_level as level, max(event.seq) as seq,
          min(detection.received_at) as first_report_at, max(detection.received_at) as last_report_at
        from event join detection on detection.id = event.detection_id
        join incident on incident.id = (
          select earlier.id from incident as earlier
          where earlier.origin = ${ORIGIN} and earlier.weapon_type_key = detection.weapon_type_key
            and earlier.first_at <= detection.at
          order by earlier.first_at desc limit 1)
        where event.seq > ${from} and event.seq <= ${to} and event.kind = 'created'
        group by incident.id, incident.state, incident.threat_level`.execute(kysely);
      const answered = await sql<Pick<Touched, 'incident_id' | 'state' | 'level' | 'seq'>>`
        select incident.id as incident_id, incident.state, incident.threat_level as level, max(event.seq) as seq
        from event join incident on incident.id = event.incident_id
        where event.seq > ${from} and event.seq <= ${to} and event.kind = 'answered'
        group by incident.id, incident.state, incident.threat_level`.execute(kysely);
      return [
        ...reported.rows.map((row) => ({ ...row, answered: false })),
        ...answered.rows.map((row) => ({ ...row, answered: true, first_report_at: 0, last_report_at: 0 })),
      ];
    },

    /** The highest level for which each of them was looked at. */
    async knownLevels(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
      if (ids.length === 0) return new Map();
      const rows = await kysely
        .selectFrom('escalation')
        .select(['incident_id', 'level'])
        .where('incident_id', 'in', ids)
        .execute();
      return new Map(rows.map(({ incident_id, level }) => [incident_id, level]));
    },

    /** Looks at an incident at once. The same again, also from another server, changes nothing. */
    async touch({ incident_id, seq, level, first_report_at, last_report_at }: Touched, policyVersion: number) {
      const given = { last_report_at, level, touched: seq, next_at: 0 };
      await kysely
        .insertInto('escalation')
        .values({ incident_id, started_at: first_report_at, policy_version: policyVersion, ...given })
        .onConflict((conflict) =>
          conflict
            .column('incident_id')
            .doUpdateSet({
              touched: seq,
              next_at: 0,
              level: sql`${later}(escalation.level, excluded.level)`,
              last_report_at: sql`${later}(escalation.last_report_at, excluded.last_report_at)`,
            })
            .where('escalation.touched', '<', seq),
        )
        .execute();
    },

    /** The incidents that must be looked at now. */
    due: (now: number, limit: number): Promise<EscalationRow[]> =>
      kysely.selectFrom('escalation').selectAll().where('next_at', '<=', now).orderBy('next_at').limit(limit).execute(),

    async answerState(incidentId: number): Promise<AnswerState> {
      const [answer, last, reopened] = await Promise.all([
        kysely
          .selectFrom('incident_answer')
          .select(['acknowledged_at', 'closed_at'])
          .where('incident_id', '=', incidentId)
          .executeTakeFirst(),
        kysely
          .selectFrom('incident_action')
          .select('at')
          .where('incident_id', '=', incidentId)
          .where('kind', '!=', 'opened')
          .where('undone_at', 'is', null)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst(),
        latestReopening(kysely, incidentId),
      ]);
      return { answer, lastActionAt: last?.at ?? answer?.closed_at ?? answer?.acknowledged_at ?? null, reopened };
    },

    /** The highest level that an incident had reached when it was closed. */
    async levelAt(
      incident: { origin: string; weapon_type_key: string; first_at: number; last_at: number },
      at: number,
    ) {
      const { rows } = await sql<{ level: number | null }>`select max(seen.threat_level) as level from detection as seen
        where ${originIn('seen')} = ${incident.origin} and seen.weapon_type_key = ${incident.weapon_type_key}
          and seen.at >= ${incident.first_at} and seen.at <= ${incident.last_at} and seen.received_at <= ${at}`.execute(
        kysely,
      );
      return rows[0]?.level ?? 0;
    },

    fired: (incidentId: number, round: number, policyVersion: number): Promise<RungPlace[]> =>
      kysely
        .selectFrom('escalation_rung')
        .select(['rule', 'rung'])
        .where('incident_id', '=', incidentId)
        .where('round', '=', round)
        .where('policy_version', '=', policyVersion)
        .execute(),

    /** Unless it was touched again, or begun anew at another server. */
    async settle(row: EscalationRow, change: Partial<Omit<EscalationRow, 'incident_id'>>): Promise<void> {
      await kysely
        .updateTable('escalation')
        .set(change)
        .where('incident_id', '=', row.incident_id)
        .where('touched', '=', row.touched)
        .where('round', 'in', [row.round, change.round ?? row.round])
        .execute();
    },

    /** Its incident became part of an older one, which is looked at instead. What was delivered is kept. */
    async leaveToOlder(incidentId: number): Promise<void> {
      await kysely.deleteFrom('escalation').where('incident_id', '=', incidentId).execute();
    },

    /** Its incident is gone, with those that became part of it. */
    async forget(incidentId: number): Promise<void> {
      const merged = await kysely
        .selectFrom('merged_incident')
        .select('id')
        .where('into_id', '=', incidentId)
        .execute();
      const ids = [incidentId, ...merged.map(({ id }) => id)];
      for (const table of ['delivery', 'escalation_rung', 'escalation'] as const) {
        await kysely.deleteFrom(table).where('incident_id', 'in', ids).execute();
      }
    },

    /** Its alarm has reached somebody. */
    async noteDelivered(incidentId: number): Promise<void> {
      await kysely
        .updateTable('escalation')
        .set({ undelivered_since: null })
        .where('incident_id', '=', incidentId)
        .where('undelivered_since', 'is not', null)
        .execute();
    },

    /** What the latest rungs of unanswered incidents tell screens, the newest incident first. */
    async shown(limit: number): Promise<IncidentEscalated[]> {
      const rows = await kysely
        .selectFrom('escalation')
        .innerJoin('incident', 'incident.id', 'escalation.incident_id')
        .select(['escalation.incident_id', 'escalation.shown'])
        .where('escalation.shown', 'is not', null)
        .where('incident.state', '=', 0)
        .orderBy('escalation.incident_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ incident_id, shown }) => ({ incident_id, ...JSON.parse(shown ?? '{}') }));
    },

    /** The incidents whose alarm has reached nobody, and that nobody has answered. */
    undelivered: (limit: number) =>
      kysely
        .selectFrom('escalation')
        .innerJoin('incident', 'incident.id', 'escalation.incident_id')
        .select(['escalation.incident_id', 'escalation.undelivered_since'])
        .where('escalation.undelivered_since', 'is not', null)
        .where('incident.state', '=', 0)
        .orderBy('escalation.incident_id', 'desc')
        .limit(limit)
        .execute(),
  };
}

export function stateOf(state: number): Alarm['state'] {
  return INCIDENT_STATES[state] ?? 'open';
}
