import pg from 'pg';
import type { FramePlace } from '../../frames/frame-store.ts';
import type { NewDetection, Stored } from '../new-detection.ts';
import type { Commit, CommitBatch } from './commit-batch.ts';
import { type InsertedReports, insertReports } from './insert-reports.postgres.ts';
import type { ServerSlot } from './server-slot.ts';

/** Takes one round trip for a batch of new reports. With repeats in it, it queries which those are and inserts the rest. */
export function createPostgresCommit(pool: pg.Pool, serverSlot: ServerSlot): Commit {
  const commit: Commit = {
    findRepeats: (rows) => findRepeats(pool, rows),

    insert: async (batch) => {
      const inserted = await insertNew(batch);
      if (inserted !== null) return { stored: storedAs(inserted), unused: [] };

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
  async function insertNew(batch: CommitBatch): Promise<InsertedReports | null> {
    const slot = await serverSlot.current();
    try {
      return await insertReports(pool, { ...batch, slot });
    } catch (error) {
      if (isReportKeyTaken(error)) return null;
      throw error;
    }
  }

  return commit;
}

function storedAs({ ids, seq }: InsertedReports): Stored[] {
  return ids.map((id, index) => ({ id, repeated: false, seq: seq + index }));
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
