import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../../db/schema.ts';
import type { FrameLog, FrameReader, FrameWriter } from '../frame-store.ts';
import { CRASH_ORPHANS_MAX, ORPHAN_AGE_MS } from '../orphan-age.ts';
import { queueEveryFrame } from '../queue-every-frame.ts';

const SWEEP_STEP = 500;

/** Frames as rows of PostgreSQL, which several servers can share. The place is the row's id. */
export function createDatabaseFrameWriter(options: {
  kysely: Kysely<Schema>;
  pool: pg.Pool;
  log: FrameLog;
  now: () => number;
}): FrameWriter {
  const { kysely, pool, log, now } = options;
  /** The sweep has checked frames up to this id. */
  let swept = 0;

  async function put(frames: readonly Uint8Array[]): Promise<string[]> {
    const rows = frames.map((_, index) => `($${index + 2}, $1)`).join(', ');
    const { rows: stored } = await pool.query<{ id: number }>({
      text: `insert into frame (bytes, stored_at) values ${rows} returning id`,
      values: [now(), ...frames],
    });
    return stored.map(({ id }) => String(id));
  }

  async function sweepOrphans(): Promise<boolean> {
    const step = await kysely
      .selectFrom('frame')
      .select('id')
      .where('id', '>', swept)
      .where('stored_at', '<', now() - ORPHAN_AGE_MS)
      .orderBy('id')
      .limit(SWEEP_STEP)
      .execute();
    const last = step.at(-1);
    if (last === undefined) return false;
    const places = step.map(({ id }) => String(id));
    const used = await kysely
      .selectFrom('detection')
      .select('frame_place')
      .where('frame_place', 'in', places)
      .execute();
    const usedPlaces = new Set(used.map(({ frame_place }) => frame_place));
    const orphans = step.filter(({ id }) => !usedPlaces.has(String(id))).map(({ id }) => id);
    if (orphans.length > CRASH_ORPHANS_MAX) {
      log('error', 'Frames have no rows, more than a crash explains: none was removed', { frames: orphans.length });
    } else if (orphans.length > 0) {
      await kysely.deleteFrom('frame').where('id', 'in', orphans).execute();
      log('info', 'Frames without rows were removed', { frames: orphans.length });
    }
    swept = last.id;
    return step.length === SWEEP_STEP;
  }

  return {
    put,
    reclaim: sweepOrphans,
    erase: async (places) => {
      const ids = places.map(({ place }) => Number(place));
      await pool.query('delete from frame where id = any($1::bigint[])', [ids]);
    },
    noteCommitted: () => {},
    queueAll: queueEveryFrame,
    close: async () => {},
  };
}

export function createDatabaseFrameReader(pool: pg.Pool): FrameReader {
  return {
    read: async ({ place }) => {
      const { rows } = await pool.query<{ bytes: Buffer }>({
        name: 'read-frame',
        text: 'select bytes from frame where id = $1',
        values: [place],
      });
      return rows[0]?.bytes ?? null;
    },
    check: async () => {
      await pool.query('select id from frame limit 1');
    },
    close: async () => {},
  };
}
