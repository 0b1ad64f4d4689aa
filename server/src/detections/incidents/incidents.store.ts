import type { Answer } from '@vedette/contract/answer';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { IncidentActionTable } from '../../db/tables/incident.ts';
import type { Page } from '../../http/paging.ts';
import { type IncidentRow, ORIGIN, originIn } from '../../writer/incidents/incident-rows.ts';
import { type DetectionRow, LISTED } from '../detection-rows.ts';
import { readAnswers } from './answers.store.ts';

/** An incident with what its latest detection says of weapon and place. */
export type ListedIncident = IncidentRow & {
  latest_id: number;
  weapon_type: string;
  device_id: string | null;
  device: string | null;
  location: string | null;
  /** With TEAM. */
  answer?: Answer;
};

export type ActionRow = Pick<
  Selectable<IncidentActionTable>,
  'id' | 'kind' | 'at' | 'user_name' | 'verdict' | 'note' | 'undone_at'
>;

const ACTIONS_MAX = 500;

export type IncidentStore = {
  /** The last seen first. `high`: only those that reached level 8. */
  page: (page: Page, filter: { high: boolean }) => Promise<ListedIncident[]>;
  /** These, the last seen first. */
  listed: (ids: readonly number[]) => Promise<ListedIncident[]>;
  /** Also found by the id of an incident that became part of it. */
  byId: (id: number) => Promise<ListedIncident | null>;
  /** The detections of an incident, newest first. */
  detections: (incident: ListedIncident, page: Page) => Promise<DetectionRow[]>;
  /** What people did with it: the newest, in the order in which they happened. */
  actions: (id: number) => Promise<ActionRow[]>;
  /** Whether this person has opened it since. */
  hasOpened: (id: number, by: { userId: string; since: number }) => Promise<boolean>;
};

/** @param options.team whether incidents and detections bring answers */
export function createIncidentStore(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  { team }: { team: boolean },
): IncidentStore {
  // SQLite would prefer an index that is already in the order, and read all detections of that moment. To compare an
  // indexed expression with a column it reads the whole index, with another expression it does not: hence `|| ''`.
  const bySeries = dialect === 'sqlite' ? sql`indexed by detection_origin` : sql``;
  const list = async (selected: ReturnType<typeof sql>) => {
    const query = sql<ListedIncident>`select selected.*, detection.id as latest_id, detection.weapon_type,
        detection.device_id, detection.device, detection.location
      from (${selected}) as selected cross join detection
      where detection.id = (select seen.id from detection as seen ${bySeries}
        where ${originIn('seen')} = selected.origin || '' and seen.weapon_type_key = selected.weapon_type_key
          and seen.at = selected.last_at order by seen.id desc limit 1)`;
    const { rows } = await query.execute(kysely);
    if (!team) return rows;
    const answers = await readAnswers(
      kysely,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => {
      const answer = answers.get(row.id);
      return answer === undefined ? row : { ...row, answer };
    });
  };

  return {
    page: async ({ limit, after }, { high }) => {
      const level = high ? sql`threat_level >= 8` : sql`true`;
      const from = after === null ? sql`true` : sql`(last_at, id) < (${after.at}, ${after.id})`;
      const rows = await list(sql`select * from incident where ${level} and ${from}
        order by last_at desc, id desc limit ${limit}`);
      return rows.sort((a, b) => b.last_at - a.last_at || b.id - a.id);
    },

    listed: async (ids) => {
      if (ids.length === 0) return [];
      const rows = await list(sql`select * from incident where id in (${sql.join(ids)})`);
      return rows.sort((a, b) => b.last_at - a.last_at || b.id - a.id);
    },

    byId: async (id) => {
      const merged = await kysely
        .selectFrom('merged_incident')
        .select('into_id')
        .where('id', '=', id)
        .executeTakeFirst();
      const [row] = await list(sql`select * from incident where id = ${merged?.into_id ?? id}`);
      return row ?? null;
    },

    detections: async ({ id, answer, origin, weapon_type_key, first_at, last_at }, { limit, after }) => {
      const all = kysely
        .selectFrom('detection')
        .select(LISTED)
        .where(sql<SqlBool>`${ORIGIN} = ${origin}`)
        .where('weapon_type_key', '=', weapon_type_key)
        .where('at', '>=', first_at)
        .where('at', '<=', last_at)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      const page = after === null ? all : all.where(sql<SqlBool>`(at, id) < (${after.at}, ${after.id})`);
      return (await page.execute()).map((row) => ({ ...row, incident_id: id, ...(answer && { answer }) }));
    },

    actions: async (id) => {
      const newest = await kysely
        .selectFrom('incident_action')
        .select(['id', 'kind', 'at', 'user_name', 'verdict', 'note', 'undone_at'])
        .where('incident_id', '=', id)
        .orderBy('id', 'desc')
        .limit(ACTIONS_MAX)
        .execute();
      return newest.reverse();
    },

    hasOpened: async (id, { userId, since }) => {
      const opened = await kysely
        .selectFrom('incident_action')
        .select('id')
        .where('incident_id', '=', id)
        .where('kind', '=', 'opened')
        .where('user_id', '=', userId)
        .where('at', '>', since)
        .executeTakeFirst();
      return opened !== undefined;
    },
  };
}
