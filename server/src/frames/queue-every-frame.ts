import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Queues the place of every row, for a store that erases frame by frame. */
export async function queueEveryFrame(transaction: Kysely<Schema>): Promise<void> {
  await transaction
    .insertInto('frame_erasure')
    .columns(['place', 'size'])
    .expression((expression) =>
      expression
        .selectFrom('detection')
        .select([sql<string>`frame_place`.as('place'), sql<number>`frame_size`.as('size')])
        .where('frame_place', 'is not', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
