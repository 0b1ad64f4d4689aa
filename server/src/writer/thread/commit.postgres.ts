import pg from 'pg';
import type { FramePlace } from '../../frames/frame-store.ts';
import { GAP_CHANGED } from '../incidents/keep-incidents.postgres.ts';
import { type IncidentSpan, spansOf } from '../incidents/spans.ts';
import type { NewDetection, Stored } from '../new-detection.ts';
import type { Commit, CommitBatch } from './commit-batch.ts';
import { type InsertedReports, insertReports } from './insert-reports.postgres.ts';
import type { ServerSlot } from './server-slot.ts';

/**
 * Takes one round trip for a batch of new reports. With repeats in it, it queries which those are and inserts the rest.
 * @param options.onMerge incidents were merged, which wrote further events
 */
export function createPostgresCommit(options: {
  pool: pg.Pool;
  serverSlot: ServerSlot;
  keepIncidents: boolean;
  onMerge: () => void;
}): Commit {
  const { pool, serverSlot, keepIncidents, onMerge } = options;
  let gapMs: number | null = null;

  const commit: Commit = {
    findRepeats: (rows) => findRepeats(pool, rows),

    insert: async (batch) => {
      const inserted = await insertNew(batch);
      if (inserted !== null) return { stored: inserted, unused: [] };

      const known = await findRepeats(pool, batch.rows);
      const isNew = (_: unknown, index: number) => known[index] === null;
      const rest = { rows: batch.rows.filter(isNew), frames: batch.frames.filter(isNew) };
      // The key was deleted between the two queries. The caller then tries each report alone.
      if (rest.rows.length === batch.rows.length) throw new Error('A report key was known, and is not any more');
      const late = batch.frames.flatMap((frame, index) => (known[index] === null ? [] : (frame ?? [])));
      await queueErasures(pool, late);
      const { stored, unused } = rest.rows.length > 0 ? await commit.insert(rest) : { stored: [], unused: [] };
      const storedOf = new Map(rest.rows.map((row, index) => [row, stored[index] ?? []]));
      const all = batch.rows.map((row, index) => {
        const first = known[index];
        return typeof first === 'number' ? { id: first, repeated: true as const } : (storedOf.get(row) ?? []);
      });
      return { stored: all.flat(), unused: [...late, ...unused] };
    },
  };

  /** Returns null when one of the reports is already stored. */
  async function insertNew(batch: CommitBatch): Promise<Stored[] | null> {
    const slot = await serverSlot.current();
    gapMs ??= await readGap(pool);
    // The statement knows the ids; until then a report's place in the batch, counted from 1, stands for it.
    const sighted = batch.rows.map((row, index) => ({
      ...row,
      id: index + 1,
      frame_size: batch.frames[index]?.size ?? null,
    }));
    const spans = keepIncidents ? spansOf(sighted, gapMs) : [];
    try {
      const inserted = await insertReports(pool, { ...batch, slot, spans, gapMs });
      if (inserted !== null && inserted.kept.merges > 0) onMerge();
      return inserted === null ? null : storedAs(inserted, spans);
    } catch (error) {
      if (isReportKeyTaken(error)) return null;
      if (!(error instanceof pg.DatabaseError && error.code === GAP_CHANGED)) throw error;
      gapMs = null;
      return insertNew(batch);
    }
  }

  return commit;
}

function storedAs({ ids, seq, kept }: InsertedReports, spans: readonly IncidentSpan[]): Stored[] {
  const incidents = new Map<number, number>();
  for (const [index, { ids: places }] of spans.entries()) {
    for (const place of places) incidents.set(place, kept.incidents[index] ?? 0);
  }
  return ids.map((id, index) => {
    return {
      id,
      repeated: false,
      seq: seq + index,
      incident_id: incidents.get(index + 1) ?? 0,
      answered: kept.answered,
    };
  });
}

async function readGap(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ gap_ms: number }>('select gap_ms from incident_state');
  return rows[0]?.gap_ms ?? 0;
}

/** Another server has committed the same report since this statement began. */
function isReportKeyTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'report_key_pkey';
}

/** Looks each key up by itself: a join could keep the plan of a nearly empty table and scan all keys for each batch. */
async function findRepeats(pool: pg.Pool, rows: readonly NewDetection[]): Promise<(number | null)[]> {
  const { rows: found } = await pool.query<{ detection_id: number | null }>({
    name: 'find-repeats',
    text: `select (
        select first.detection_id from report_key as first
        where first.device_id = report.device_id and first.event_id = report.event_id
      ) as detection_id
      from unnest($1::text[], $2::text[]) with ordinality as report (device_id, event_id, place) order by place`,
    values: [rows.map((row) => row.device_id), rows.map((row) => row.event_id)],
  });
  return found.map((row) => row.detection_id);
}

async function queueErasures(pool: pg.Pool, unused: readonly FramePlace[]) {
  if (unused.length === 0) return;
  await pool.query({
    name: 'queue-erasures',
    text: 'insert into frame_erasure (place, size) select * from unnest($1::text[], $2::int4[])',
    values: [unused.map(({ place }) => place), unused.map(({ size }) => size)],
  });
}
