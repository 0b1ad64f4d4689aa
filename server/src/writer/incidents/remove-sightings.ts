import { divideIntoIncidents, summarize } from '@vedette/contract/incident-rule';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { type IncidentRow, incidentColumns, ORIGIN } from './incident-rows.ts';
import { areGrouped, type IncidentState, isGrouped, readIncidentState } from './incident-state.ts';
import { bySeries, type IncidentSeries, SIGHTED, type Sighted, sightingOf } from './spans.ts';

type Within = { series: IncidentSeries; from: number; to: number };
/** `gap`: what was deleted had held the incident together. */
type Loss = { first_at: number; last_at: number } | 'gap';

/**
 * Takes deleted detections out of their incidents, in the deleting transaction and after its event: the lock of the newest
 * event orders this among all servers. Where a deletion leaves a gap, the later part becomes an incident of its own.
 * Only the detections around the deleted ones are read, unless the highest level, the highest confidence or the best
 * picture went with them, or a gap is left: then all of that incident.
 * @returns of each incident concerned its id, and after it those of the parts that fell off
 */
export async function removeSightings(transaction: Kysely<Schema>, rows: readonly Sighted[]): Promise<number[][]> {
  const state = await readIncidentState(transaction);
  const concerned: number[][] = [];
  for (const { series, rows: own } of bySeries(rows.filter(({ id }) => isGrouped(state, id)))) {
    const ordered = own.sort((a, b) => a.at - b.at || a.id - b.id);
    for (let index = 0; index < ordered.length; ) {
      const first = ordered[index];
      const incident = first && (await incidentAt(transaction, { series, at: first.at }));
      if (incident === undefined) {
        // The background check reports a detection without an incident.
        index += 1;
        continue;
      }
      const end = ordered.findIndex(({ at }) => at > incident.last_at);
      const removed = ordered.slice(index, end === -1 ? ordered.length : end);
      index += removed.length;
      concerned.push([incident.id, ...(await shrink(transaction, { state, incident, removed }))]);
    }
  }
  return concerned;
}

type At = { series: IncidentSeries; at: number };

async function incidentAt(transaction: Kysely<Schema>, { series, at }: At): Promise<IncidentRow | undefined> {
  const found = await transaction
    .selectFrom('incident')
    .selectAll()
    .where('origin', '=', series.origin)
    .where('weapon_type_key', '=', series.weapon_type_key)
    .where('first_at', '<=', at)
    .orderBy('first_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined && found.last_at >= at ? found : undefined;
}

type Shrinking = { state: IncidentState; incident: IncidentRow; removed: readonly Sighted[] };

/** @returns the ids of the parts that fell off */
async function shrink(transaction: Kysely<Schema>, { state, incident, removed }: Shrinking): Promise<number[]> {
  const sightings = incident.sightings - removed.length;
  if (sightings <= 0) {
    await transaction.deleteFrom('incident').where('id', '=', incident.id).execute();
    await transaction.deleteFrom('merged_incident').where('into_id', '=', incident.id).execute();
    await transaction.deleteFrom('incident_answer').where('incident_id', '=', incident.id).execute();
    await transaction.deleteFrom('incident_action').where('incident_id', '=', incident.id).execute();
    return [];
  }
  const left = await lossOf(transaction, { state, incident, removed });
  if (left === 'gap' || (await tookTheHighest(transaction, { state, incident, removed }))) {
    return divideAgain(transaction, { state, incident });
  }
  await transaction
    .updateTable('incident')
    .set({ ...left, sightings })
    .where('id', '=', incident.id)
    .execute();
  return [];
}

/** Reads the neighbours of the deleted detections: those within the gap of them. */
async function lossOf(transaction: Kysely<Schema>, { state, incident, removed }: Shrinking): Promise<Loss> {
  const { first_at, last_at } = incident;
  const [from = first_at, to = last_at] = [removed.at(0)?.at, removed.at(-1)?.at];
  const near = await within(transaction, state, {
    series: incident,
    from: Math.max(first_at, from - state.gapMs),
    to: Math.min(last_at, to + state.gapMs),
  })
    .select(['detection.id', 'at'])
    .execute();
  const [first, last] = [near.at(0), near.at(-1)];
  if (first === undefined || last === undefined || divideIntoIncidents(near, state.gapMs).length > 1) return 'gap';
  return { first_at: from === first_at ? first.at : first_at, last_at: to === last_at ? last.at : last_at };
}

async function tookTheHighest(transaction: Kysely<Schema>, { state, incident, removed }: Shrinking): Promise<boolean> {
  if (removed.some(({ id }) => id === incident.picture_id)) return true;
  for (const column of ['threat_level', 'confidence'] as const) {
    const highest = incident[column];
    if (removed.every((row) => row[column] < highest)) continue;
    const another = await within(transaction, state, {
      series: incident,
      from: incident.first_at,
      to: incident.last_at,
    })
      .select('detection.id')
      .where(column, '=', highest)
      .limit(1)
      .executeTakeFirst();
    if (another === undefined) return true;
  }
  return false;
}

/** The first part keeps the id. @returns the ids of the others */
async function divideAgain(
  transaction: Kysely<Schema>,
  { state, incident }: Pick<Shrinking, 'state' | 'incident'>,
): Promise<number[]> {
  const { origin, weapon_type_key, first_at: from, last_at: to, state: answered } = incident;
  const rows = await within(transaction, state, { series: incident, from, to })
    .select(['detection.id', ...SIGHTED])
    .execute();
  const [first, ...others] = divideIntoIncidents(rows.map(sightingOf), state.gapMs).map(summarize);
  if (first === undefined) throw new Error(`Incident ${incident.id} has no detections`);
  await transaction.updateTable('incident').set(incidentColumns(first)).where('id', '=', incident.id).execute();
  if (others.length === 0) return [];
  const parts = others.map((summary) => ({ origin, weapon_type_key, state: answered, ...incidentColumns(summary) }));
  const inserted = await transaction.insertInto('incident').values(parts).returning('id').execute();
  const answer = await transaction
    .selectFrom('incident_answer')
    .selectAll()
    .where('incident_id', '=', incident.id)
    .executeTakeFirst();
  if (answer !== undefined) {
    const copies = inserted.map(({ id }) => ({ ...answer, incident_id: id }));
    await transaction.insertInto('incident_answer').values(copies).execute();
  }
  return inserted.map(({ id }) => id);
}

function within(transaction: Kysely<Schema>, state: IncidentState, { series, from, to }: Within) {
  return transaction
    .selectFrom('detection')
    .where(sql<SqlBool>`${ORIGIN} = ${series.origin}`)
    .where('weapon_type_key', '=', series.weapon_type_key)
    .where('at', '>=', from)
    .where('at', '<=', to)
    .where(areGrouped(state))
    .orderBy('at')
    .orderBy('detection.id');
}
