import { areOneIncident, joinSummaries } from '@vedette/contract/incident-rule';
import type Sqlite from 'better-sqlite3';
import { type IncidentRow, incidentColumns, summaryIn } from './incident-rows.ts';
import type { IncidentSpan } from './spans.ts';

/** The incident of each detection, how many incidents were merged into others, and whether one is not open. */
export type Kept = { incidentOf: Map<number, number>; merges: number; answered: boolean };

/** Adds spans of new detections to the incidents that they touch, within the caller's transaction. */
export function createSqliteIncidents(
  sqlite: Sqlite.Database,
): (spans: readonly IncidentSpan[], gapMs: number) => Kept {
  const latest = sqlite.prepare<[string, string, number], IncidentRow>(
    `select * from incident where origin = ? and weapon_type_key = ? and first_at <= ? order by first_at desc limit 1`,
  );
  const insert = sqlite.prepare(
    `insert into incident (first_at, last_at, sightings, threat_level, confidence, picture_id, picture_at,
      picture_confidence, origin, weapon_type_key) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = sqlite.prepare(
    `update incident set first_at = ?, last_at = ?, sightings = ?, threat_level = ?, confidence = ?, picture_id = ?,
      picture_at = ?, picture_confidence = ?, state = ? where id = ?`,
  );
  // SQLite rewrites each index of a column that a statement sets, also when its value stays.
  const extend = sqlite.prepare(
    `update incident set last_at = ?, sightings = ?, confidence = ?, picture_id = ?, picture_at = ?,
      picture_confidence = ? where id = ?`,
  );
  const remove = sqlite.prepare('delete from incident where id = ?');
  const redirect = sqlite.prepare('update merged_incident set into_id = ? where into_id = ?');
  const noteMerge = sqlite.prepare('insert into merged_incident (id, into_id) values (?, ?)');
  // The answer of the least answered one holds.
  const keepLeastAnswered = sqlite.prepare(
    `delete from incident_answer where incident_id in (?, ?) and (select state from incident where id = incident_id)
      > (select min(state) from incident where id in (?, ?))`,
  );
  const keepOneAnswer = sqlite.prepare(
    `delete from incident_answer where incident_id = ? and exists (select 1 from incident_answer where incident_id = ?)`,
  );
  const moveAnswer = sqlite.prepare('update incident_answer set incident_id = ? where incident_id = ?');
  const moveActions = sqlite.prepare('update incident_action set incident_id = ? where incident_id = ?');
  const lowerState = sqlite.prepare(
    'update incident set state = min(state, (select state from incident where id = ?)) where id = ?',
  );
  const nextEvent = sqlite
    .prepare<[], number>('update event_head set seq = seq + 1 where id = 1 returning seq')
    .pluck();
  const insertEvent = sqlite.prepare(`insert into event (seq, kind, incident_id) values (?, 'merged', ?)`);

  /** At most the latest that begins before the span, and those that begin within it or soon after. */
  function touchedBy({ origin, weapon_type_key, summary }: IncidentSpan, gapMs: number): IncidentRow[] {
    const touched: IncidentRow[] = [];
    for (let upTo = summary.last_at + gapMs; ; ) {
      const found = latest.get(origin, weapon_type_key, upTo);
      if (found === undefined || !areOneIncident(found, summary, gapMs)) return touched;
      touched.push(found);
      if (found.first_at <= summary.first_at) return touched;
      upTo = found.first_at - 1;
    }
  }

  function merge(id: number, into: number) {
    keepLeastAnswered.run(id, into, id, into);
    keepOneAnswer.run(id, into);
    moveAnswer.run(into, id);
    moveActions.run(into, id);
    lowerState.run(id, into);
    remove.run(id);
    redirect.run(into, id);
    noteMerge.run(id, into);
    insertEvent.run(nextEvent.get(), id);
  }

  function change(
    id: number,
    { touched, to }: { touched: IncidentRow[]; to: ReturnType<typeof incidentColumns> },
  ): boolean {
    const { first_at, threat_level, ...others } = to;
    const [from] = touched;
    // What was closed and meets what is open is open.
    const state = Math.min(...touched.map((incident) => incident.state));
    const isExtended = touched.length === 1 && from?.first_at === first_at && from.threat_level === threat_level;
    if (isExtended) extend.run(...Object.values(others), id);
    else update.run(...Object.values(to), state, id);
    return state > 0;
  }

  return (spans, gapMs) => {
    const incidentOf = new Map<number, number>();
    let merges = 0;
    let answered = false;
    for (const span of spans) {
      const touched = touchedBy(span, gapMs);
      const kept = incidentColumns(touched.map(summaryIn).reduce(joinSummaries, span.summary));
      const [oldest, ...others] = touched.map(({ id }) => id).sort((a, b) => a - b);
      for (const id of others) {
        merge(id, oldest ?? id);
        merges += 1;
        for (const [detection, incident] of incidentOf) if (incident === id) incidentOf.set(detection, oldest ?? id);
      }
      if (oldest === undefined) {
        const { lastInsertRowid } = insert.run(...Object.values(kept), span.origin, span.weapon_type_key);
        for (const id of span.ids) incidentOf.set(id, Number(lastInsertRowid));
      } else {
        answered = change(oldest, { touched, to: kept }) || answered;
        for (const id of span.ids) incidentOf.set(id, oldest);
      }
    }
    return { incidentOf, merges, answered };
  };
}
