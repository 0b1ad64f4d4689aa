import { INCIDENT_STATES } from '@vedette/contract/answer';
import { HANDOVER_MAX } from '@vedette/contract/handover';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { IncidentStore, ListedIncident } from '../incidents/incidents.store.ts';
import type { AnsweredAlarm } from './handover.rules.ts';

/** Times in milliseconds since the epoch. */
export type Span = { from: number; to: number };

export type HandoverStore = {
  /** Incidents with active threats that were seen in the span, and earlier ones that are not closed: the last seen first, at most so many. */
  incidents: (span: Span) => Promise<(ListedIncident & { seen: boolean })[]>;
  /** The same, counted by state, verdict and whether somebody has opened or answered them. */
  counts: (span: Span) => Promise<OutcomeCount[]>;
  /** Alarms that began in the span as far as figures need them, in steps, so that other requests are answered in between. */
  answered: (span: Span) => AsyncGenerator<AnsweredAlarm[]>;
  /** Who was on duty in the span. */
  onDuty: (span: Span) => Promise<{ name: string; since: number; until: number | null }[]>;
  /** Those of these addresses that belong to an account and were confirmed. */
  confirmedAddresses: (addresses: readonly string[]) => Promise<string[]>;
};

export type OutcomeCount = { state: number; verdict: AnsweredAlarm['verdict']; seen: boolean; count: number };

const CLOSED = INCIDENT_STATES.indexOf('closed');
const ALARMS_PER_STEP = 5_000;
const ON_DUTY_MAX = 200;

export function createHandoverStore(
  { kysely }: Database,
  { incidents, activeThreatLevel }: { incidents: Pick<IncidentStore, 'listed'>; activeThreatLevel: number },
): HandoverStore {
  const isActive = sql<SqlBool>`threat_level >= ${sql.lit(activeThreatLevel)}`;
  const seenIn = ({ from, to }: Span) => sql<SqlBool>`last_at >= ${from} and first_at < ${to}`;
  const leftOpen = ({ from }: Span) => sql<SqlBool>`state < ${CLOSED} and first_at < ${from} and last_at < ${from}`;
  const active = kysely.selectFrom('incident').where(isActive);
  const answers = active.leftJoin('incident_answer', 'incident_answer.incident_id', 'incident.id');
  const seen = sql<number>`case when exists (select 1 from incident_action where incident_action.incident_id = incident.id)
    then 1 else 0 end`;

  return {
    incidents: async (span) => {
      const newest = active
        .select(['incident.id', 'last_at', seen.as('seen')])
        .orderBy('last_at', 'desc')
        .limit(HANDOVER_MAX);
      const found = await Promise.all([newest.where(seenIn(span)).execute(), newest.where(leftOpen(span)).execute()]);
      const rows = found
        .flat()
        .sort((a, b) => b.last_at - a.last_at || b.id - a.id)
        .slice(0, HANDOVER_MAX);
      const seenIds = new Set(rows.filter((row) => row.seen === 1).map(({ id }) => id));
      const listed = await incidents.listed(rows.map(({ id }) => id));
      return listed.map((incident) => ({ ...incident, seen: seenIds.has(incident.id) }));
    },

    counts: async (span) => {
      const counted = answers
        .select(['incident.state', 'verdict', seen.as('seen')])
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .groupBy(['incident.state', 'verdict', seen]);
      const found = await Promise.all([counted.where(seenIn(span)).execute(), counted.where(leftOpen(span)).execute()]);
      return found.flat().map((row) => ({ ...row, seen: row.seen === 1, count: Number(row.count) }));
    },

    async *answered(span) {
      for (let after = { last_at: span.from, id: 0 }; ; ) {
        const rows = await answers
          .select(['incident.id', 'last_at', 'origin', 'first_at', 'acknowledged_at', 'closed_at', 'verdict'])
          .where(seenIn(span))
          .where(sql<SqlBool>`(last_at, incident.id) > (${after.last_at}, ${after.id})`)
          .orderBy('last_at')
          .orderBy('incident.id')
          .limit(ALARMS_PER_STEP)
          .execute();
        yield rows.filter(({ first_at }) => first_at >= span.from);
        const last = rows.at(-1);
        if (last === undefined || rows.length < ALARMS_PER_STEP) return;
        after = last;
      }
    },

    onDuty: ({ from, to }) =>
      kysely
        .selectFrom('duty')
        .select(['user_name as name', 'since', 'until'])
        .where('since', '<', to)
        .where((expression) => expression.or([expression('until', 'is', null), expression('until', '>', from)]))
        .orderBy('since')
        .limit(ON_DUTY_MAX)
        .execute(),

    confirmedAddresses: async (addresses) => {
      const wanted = addresses.map((address) => address.trim().toLowerCase());
      const rows = await kysely
        .selectFrom('auth_user')
        .select(['email', 'emailVerified'])
        .where('email', 'in', wanted)
        .execute();
      return rows.filter(({ emailVerified }) => Boolean(emailVerified)).map(({ email }) => email);
    },
  };
}
