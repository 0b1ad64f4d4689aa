import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { removeSightings } from '../writer/incidents/remove-sightings.ts';
import { appendEvent } from '../writer/thread/append-event.ts';
import { removeDependents } from '../writer/thread/removal.ts';
import { ONLY_SLOT } from '../writer/thread/server-slot.ts';

export type Counts = { detections: number; frames: number };

export async function countAll(kysely: Kysely<Schema>): Promise<Counts> {
  return kysely
    .selectFrom('detection')
    .select((expression) => [
      expression.fn.countAll<number>().as('detections'),
      expression.fn.count<number>('frame_place').as('frames'),
    ])
    .executeTakeFirstOrThrow();
}

/** @param at when the backup began: what came later is not in it */
export async function recordBackup(kysely: Kysely<Schema>, { detections, frames }: Counts, at: number): Promise<void> {
  const success = { at, detections, frames };
  await kysely
    .insertInto('last_backup')
    .values({ id: 1, ...success })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(success))
    .execute();
}

/** The place of a detection's frame now; undefined when the detection was deleted. */
export async function placeOf(kysely: Kysely<Schema>, id: number): Promise<string | null | undefined> {
  const row = await kysely.selectFrom('detection').select('frame_place').where('id', '=', id).executeTakeFirst();
  return row?.frame_place;
}

export async function movePlace(kysely: Kysely<Schema>, { id, place }: { id: number; place: string }): Promise<void> {
  await kysely.updateTable('detection').set({ frame_place: place }).where('id', '=', id).execute();
}

/** Deletes a detection from the copy that was deleted after the copy was made. */
export async function deleteDetection(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  id: number,
): Promise<void> {
  const slot = await ONLY_SLOT.current();
  await kysely.transaction().execute(async (transaction) => {
    const rows = await transaction.deleteFrom('detection').where('id', '=', id).returningAll().execute();
    await removeDependents(transaction, { rows, slot });
    await appendEvent(transaction, { dialect, kind: 'deleted', detectionId: id });
    await removeSightings(transaction, rows);
  });
}

/** Frames that wait to be erased were not copied. */
export async function deleteErasures(kysely: Kysely<Schema>): Promise<void> {
  await kysely.deleteFrom('frame_erasure').execute();
}

export async function countTables({ kysely }: Pick<Database, 'kysely'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from information_schema.tables
    where table_schema = current_schema()`.execute(kysely);
  return rows[0]?.count ?? 0;
}

/** The name of a snapshot with which pg_dump sees exactly what this transaction sees. */
export async function exportSnapshot(kysely: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(kysely);
  return rows[0]?.id ?? '';
}
