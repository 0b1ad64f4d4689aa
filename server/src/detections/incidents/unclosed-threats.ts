import { INCIDENT_STATES } from '@vedette/contract/answer';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Page, Position } from '../../http/paging.ts';
import { ORIGIN } from '../../writer/incidents/incident-rows.ts';
import { type DetectionRow, INCIDENT_ID, LISTED } from '../detection-rows.ts';

export type UnclosedPage = {
  rows: DetectionRow[];
  /** Where the next page begins; null after the last one. */
  next: Position | null;
};

const CLOSED = INCIDENT_STATES.indexOf('closed');
/** Between alarms that are not closed there may be any number of closed ones: a page looks at so many detections. */
const SCAN_MAX = 5_000;
const STEP = 500;

/** The state of a detection's incident, found like `INCIDENT_ID`; null while it is in none. */
const STATE = sql<number | null>`(select case when last_at >= detection.at then state end from incident
  where origin = ${ORIGIN} and incident.weapon_type_key = detection.weapon_type_key and first_at <= detection.at
  order by first_at desc limit 1)`;

/** Walks the active threats, newest first, back to the first sighting of the oldest incident that is not closed. */
export async function readUnclosedThreats(
  { kysely }: Pick<Database, 'kysely'>,
  { page: { limit, after }, activeThreatLevel }: { page: Page; activeThreatLevel: number },
): Promise<UnclosedPage> {
  const { first_at: from } = await kysely
    .selectFrom('incident')
    .select(sql<number | null>`min(first_at)`.as('first_at'))
    .where('state', '<', CLOSED)
    .where('threat_level', '>=', activeThreatLevel)
    .executeTakeFirstOrThrow();
  if (from === null) return { rows: [], next: null };
  const list = kysely
    .selectFrom('detection')
    .select(LISTED)
    .select([INCIDENT_ID.as('incident_id'), STATE.as('state')])
    .where(sql<SqlBool>`threat_level >= ${sql.lit(activeThreatLevel)}`)
    .where('at', '>=', from)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
  const rows: DetectionRow[] = [];
  let position = after;
  for (let scanned = 0; scanned < SCAN_MAX; ) {
    const step = Math.max(limit, STEP);
    const query = position === null ? list : list.where(sql<SqlBool>`(at, id) < (${position.at}, ${position.id})`);
    const found = await query.limit(step).execute();
    for (const { state, ...row } of found) {
      if (state !== CLOSED) rows.push(row);
      position = { at: row.at, id: row.id };
      if (rows.length === limit) return { rows, next: position };
    }
    if (found.length < step) return { rows, next: null };
    scanned += found.length;
  }
  return { rows, next: position };
}
