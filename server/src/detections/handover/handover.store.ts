import { INCIDENT_STATES } from '@vedette/contract/answer';
import { HANDOVER_MAX } from '@vedette/contract/handover';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { IncidentStore, ListedIncident } from '../incidents/incidents.store.ts';
import type { AnsweredAlarm } from './handover.rules.ts';

/** Times in milliseconds since the epoch. */
export type Span = { from: number; to: number };

export type HandoverStore = {
  /** Incidents with active threats that were seen in the span, and earlier ones that are not closed; the last seen first. */
  incidents: (span: Span) => Promise<{ listed: ListedIncident[]; all: Outlined[] }>;
  /** The same alarms as far as figures need them. */
  answered: (span: Span) => Promise<AnsweredAlarm[]>;
  /** Those of these addresses that have an account. */
  accountsOf: (addresses: readonly string[]) => Promise<string[]>;
};

/** What counts need of an incident. `seen`: somebody has opened or answered it. */
export type Outlined = { id: number; state: number; verdict: AnsweredAlarm['verdict']; seen: boolean };

const CLOSED = INCIDENT_STATES.indexOf('closed');

export function createHandoverStore(
  { kysely }: Database,
  { incidents, activeThreatLevel }: { incidents: Pick<IncidentStore, 'listed'>; activeThreatLevel: number },
): HandoverStore {
  const isActive = sql<SqlBool>`threat_level >= ${sql.lit(activeThreatLevel)}`;
  const seenIn = ({ from, to }: Span) => sql<SqlBool>`last_at >= ${from} and first_at < ${to}`;
  const outlined = kysely
    .selectFrom('incident')
    .leftJoin('incident_answer', 'incident_answer.incident_id', 'incident.id')
    .where(isActive);

  return {
    incidents: async (span) => {
      const wanted = outlined.select(['incident.id', 'incident.state', 'last_at', 'verdict']).select(
        sql<number>`case when exists (select 1 from incident_action where incident_action.incident_id = incident.id)
            then 1 else 0 end`.as('seen'),
      );
      const [inSpan, unclosed] = await Promise.all([
        wanted.where(seenIn(span)).execute(),
        wanted.where('incident.state', '<', CLOSED).where('first_at', '<', span.from).execute(),
      ]);
      const rows = [...new Map([...inSpan, ...unclosed].map((row) => [row.id, row])).values()];
      rows.sort((a, b) => b.last_at - a.last_at || b.id - a.id);
      const listed = await incidents.listed(rows.slice(0, HANDOVER_MAX).map(({ id }) => id));
      return { listed, all: rows.map((row) => ({ ...row, seen: row.seen === 1 })) };
    },

    answered: (span) =>
      outlined
        .select(['origin', 'first_at', 'acknowledged_at', 'closed_at', 'verdict'])
        .where(sql<SqlBool>`first_at >= ${span.from}`)
        .where(seenIn(span))
        .execute(),

    accountsOf: async (addresses) => {
      const wanted = addresses.map((address) => address.trim().toLowerCase());
      const rows = await kysely.selectFrom('auth_user').select('email').where('email', 'in', wanted).execute();
      return rows.map(({ email }) => email);
    },
  };
}
