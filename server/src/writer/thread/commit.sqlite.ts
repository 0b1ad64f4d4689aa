import type Sqlite from 'better-sqlite3';
import type { FramePlace } from '../../frames/frame-store.ts';
import { counterDeltas } from '../counters/counters.ts';
import { seriesId, seriesKey } from '../counters/series.ts';
import { createSqliteIncidents, type Kept } from '../incidents/keep-incidents.sqlite.ts';
import { type Sighted, spansOf } from '../incidents/spans.ts';
import type { NewDetection, Stored } from '../new-detection.ts';
import type { Commit, CommitBatch } from './commit-batch.ts';

/**
 * Prepared statements in one transaction: at 64 connections the query builder would cost more than the commit.
 * @param options.gapMs null: incidents are not kept
 * @param options.onMerge incidents were merged, which wrote further events
 */
export function createSqliteCommit(options: {
  sqlite: Sqlite.Database;
  gapMs: number | null;
  onMerge: () => void;
}): Commit {
  const { sqlite, gapMs, onMerge } = options;
  const keepIncidents = createSqliteIncidents(sqlite);
  const findRepeat = sqlite
    .prepare<[string, string], number>('select detection_id from report_key where device_id = ? and event_id = ?')
    .pluck();
  const insertDetection = sqlite.prepare(
    `insert into detection (at, received_at, weapon_type, weapon_type_key, confidence, threat_level, location, device,
      device_id, source, description, officer_name, metrics, frame_place, frame_size, frame_sha256, other_labels, evidence,
      series)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertReportKey = sqlite.prepare('insert into report_key (device_id, event_id, detection_id) values (?, ?, ?)');
  const reserveEvents = sqlite
    .prepare<[number], number>('update event_head set seq = seq + ? where id = 1 returning seq')
    .pluck();
  const insertEvent = sqlite.prepare(`insert into event (seq, kind, detection_id) values (?, 'created', ?)`);
  const addToCounter = sqlite.prepare(
    `insert into counter (kind, key, slot, value) values (?, ?, 0, ?)
    on conflict (kind, key, slot) do update set value = value + excluded.value`,
  );

  const repeatOf = ({ device_id, event_id }: NewDetection) =>
    device_id === null || event_id === null ? null : (findRepeat.get(device_id, event_id) ?? null);

  const insertAll = sqlite.transaction(({ rows, frames }: CommitBatch): { stored: Stored[]; merges: number } => {
    const known = rows.map(repeatOf);
    const fresh = rows.filter((_, index) => known[index] === null);
    let seq = fresh.length === 0 ? 0 : (reserveEvents.get(fresh.length) ?? 0) - fresh.length;
    for (const delta of counterDeltas(fresh, 1)) addToCounter.run(delta.kind, delta.key, delta.value);
    const sighted: Sighted[] = [];
    const inserted = rows.map((row, index) => {
      const first = known[index];
      if (typeof first === 'number') return { id: first, repeated: true as const };
      const frame = frames[index];
      const { lastInsertRowid } = insertDetection.run(
        row.at,
        row.received_at,
        row.weapon_type,
        row.weapon_type_key,
        row.confidence,
        row.threat_level,
        row.location,
        row.device,
        row.device_id,
        row.source,
        row.description,
        row.officer_name,
        row.metrics,
        frame?.place ?? null,
        frame?.size ?? null,
        frame?.sha256 ?? null,
        row.other_labels,
        row.evidence,
        seriesId(seriesKey(row)),
      );
      const id = Number(lastInsertRowid);
      if (row.device_id !== null && row.event_id !== null) insertReportKey.run(row.device_id, row.event_id, id);
      seq += 1;
      insertEvent.run(seq, id);
      sighted.push({ ...row, id, frame_size: frame?.size ?? null });
      return { id, repeated: false as const, seq };
    });
    const { incidentOf, merges, answered } = gapMs === null ? NONE_KEPT : keepIncidents(spansOf(sighted, gapMs), gapMs);
    return {
      merges,
      stored: inserted.map((one) =>
        one.repeated ? one : { ...one, incident_id: incidentOf.get(one.id) ?? 0, answered },
      ),
    };
  });

  return {
    findRepeats: async (rows) => rows.map(repeatOf),
    // SQLite has one writer, so no report is stored between the lookup and the insert.
    insert: async (batch) => {
      const { stored, merges } = insertAll.immediate(batch);
      if (merges > 0) onMerge();
      return { stored, unused: [] as FramePlace[] };
    },
  };
}

const NONE_KEPT: Kept = { incidentOf: new Map(), merges: 0, answered: false };
