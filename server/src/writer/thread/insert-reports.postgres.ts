import type pg from 'pg';
import { EVENTS_CHANNEL } from '../../db/channels.ts';
import { counterDeltas } from '../counters/counters.ts';
import { seriesId, seriesKey } from '../counters/series.ts';
import { incidentValues, type KeptIncidents } from '../incidents/keep-incidents.postgres.ts';
import type { IncidentSpan } from '../incidents/spans.ts';
import type { CommitBatch } from './commit-batch.ts';

export type InsertedReports = {
  /** One id for each report, ascending. */
  ids: number[];
  /** The event number of the first report; the others follow without a gap. */
  seq: number;
  kept: KeptIncidents;
};

/**
 * The whole commit as one prepared statement that takes arrays: one round trip, and no transaction that is idle between
 * statements. Each part counts the rows of the part before, which makes it run after it. All servers claim report keys in
 * the same order, then update counters, and update the event head last: this prevents deadlocks, and holds the lock on the
 * head's row, which orders the commits of all servers, for the shortest time. Incidents are kept under that lock. When a
 * report is already stored, the statement inserts nothing and returns no row.
 */
export const INSERT_REPORTS = `with given as materialized (
    select report.*, (
      select first.detection_id from report_key as first
      where first.device_id = report.device_id and first.event_id = report.event_id
    ) as first_id
    from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::float8[], $8::int2[],
      $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::int4[], $17::text[],
      $18::int2[], $19::text[], $20::bigint[]) with ordinality as report (device_id, event_id, at, received_at, weapon_type,
      weapon_type_key, confidence, threat_level, location, device, source, description, officer_name, metrics, frame_place,
      frame_size, frame_sha256, other_labels, evidence, series, place)
  ), fresh as materialized (
    select nextval((select pg_get_serial_sequence('detection', 'id')::regclass)) as id, given.* from given
    where not exists (select from given where first_id is not null)
  ), claimed as (
    insert into report_key (device_id, event_id, detection_id)
    select device_id, event_id, id from fresh where event_id is not null
    order by device_id collate "C", event_id collate "C"
    returning detection_id
  ), stored as (
    insert into detection (id, at, received_at, weapon_type, weapon_type_key, confidence, threat_level, location, device,
      device_id, source, description, officer_name, metrics, frame_place, frame_size, frame_sha256, other_labels, evidence,
      series)
    select id, at, received_at, weapon_type, weapon_type_key, confidence, threat_level, location, device,
      device_id, source, description, officer_name, metrics, frame_place, frame_size, frame_sha256, other_labels, evidence,
      series
    from (select count(*) from claimed) as after_keys, fresh
    returning id
  ), counted as (
    insert into counter (kind, key, slot, value)
    select delta.kind, delta.key, $21, delta.value
    from (select count(*) as rows from stored) as written,
      unnest($22::text[], $23::text[], $24::bigint[]) as delta (kind, key, value)
    where written.rows > 0
    on conflict (kind, key, slot) do update set value = counter.value + excluded.value
    returning slot
  ), head as (
    update event_head set seq = seq + cardinality($1)
    from (select count(*) as rows from counted) as after_counters where id = 1 and after_counters.rows > 0
    returning seq - cardinality($1) as before
  ), created as (
    insert into event (seq, kind, detection_id)
    select head.before + fresh.place, 'created', fresh.id from head, fresh
  ), stored_ids as (
    select array_agg(id order by place) as ids from fresh
  ), pictures as (
    select array_agg(ids[place] order by span) as ids from stored_ids,
      unnest($33::int8[]) with ordinality as picture (place, span)
  )
  select to_json(stored_ids.ids) as ids, before + 1 as seq,
    keep_incidents($25, $26, $27, $28, $29, $30, $31, $32, pictures.ids, $34, $35) as kept,
    pg_notify('${EVENTS_CHANNEL}', (before + cardinality($1))::text)
  from head, stored_ids, pictures`;

/** @returns null when one of the reports is already stored, by this server or another */
export async function insertReports(
  pool: pg.Pool,
  { rows, frames, slot, spans, gapMs }: CommitBatch & { slot: number; spans: readonly IncidentSpan[]; gapMs: number },
): Promise<InsertedReports | null> {
  const deltas = counterDeltas(rows, 1);
  const { rows: answers } = await pool.query<InsertedReports>({
    name: 'insert-reports',
    text: INSERT_REPORTS,
    values: [
      rows.map((row) => row.device_id),
      rows.map((row) => row.event_id),
      rows.map((row) => row.at),
      rows.map((row) => row.received_at),
      rows.map((row) => row.weapon_type),
      rows.map((row) => row.weapon_type_key),
      rows.map((row) => row.confidence),
      rows.map((row) => row.threat_level),
      rows.map((row) => row.location),
      rows.map((row) => row.device),
      rows.map((row) => row.source),
      rows.map((row) => row.description),
      rows.map((row) => row.officer_name),
      rows.map((row) => row.metrics),
      frames.map((frame) => frame?.place ?? null),
      frames.map((frame) => frame?.size ?? null),
      frames.map((frame) => frame?.sha256 ?? null),
      rows.map((row) => row.other_labels),
      rows.map((row) => row.evidence),
      rows.map((row) => seriesId(seriesKey(row))),
      slot,
      deltas.map(({ kind }) => kind),
      deltas.map(({ key }) => key),
      deltas.map(({ value }) => value),
      gapMs,
      ...incidentValues(spans),
    ],
  });
  return answers[0] ?? null;
}
