import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { DamagedFrame } from '../frame-store.ts';

const FRAMES_PER_STEP = 16;

type Checked = { id: number; place: string; intact: boolean };

/**
 * Compares every frame in the database with the checksum in its row, a few at each step; a missing one is damaged too.
 * Each step is one statement, because other servers delete concurrently, and in one snapshot a row never outlives its
 * frame.
 */
export async function* checkDatabaseFrames(kysely: Kysely<Schema>): AsyncGenerator<DamagedFrame[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Checked>`
      select checked.id, checked.frame_place as place,
        coalesce(sha256(frame.bytes) = decode(checked.frame_sha256, 'hex'), false) as intact
      from (
        select id, frame_place, frame_sha256 from detection
        where frame_place > ${after} order by frame_place limit ${FRAMES_PER_STEP}
      ) as checked left join frame on frame.id = checked.frame_place::bigint
      order by checked.frame_place`.execute(kysely);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.place;
    yield rows.filter(({ intact }) => !intact).map(({ id, place }) => ({ id, place }));
  }
}
