import { COMMENTS_MAX } from '@vedette/contract/limits';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';

export type NewCommentRow = { detection_id: number; comment: string; user_name: string; user_id: number; at: number };
export type CommentRow = NewCommentRow & { id: number };

export type AddedComment = CommentRow | 'no detection' | 'too many';

/** Adds a comment unless the detection has the maximum. On PostgreSQL it locks the row, so that two servers do not count at once. */
export function addComment({ kysely, dialect }: Database, row: NewCommentRow): Promise<AddedComment> {
  if (dialect === 'sqlite') return insert(kysely, row);
  return kysely.transaction().execute(async (transaction) => {
    await sql`select 1 from detection where id = ${row.detection_id} for no key update`.execute(transaction);
    return insert(transaction, row);
  });
}

async function insert(kysely: Kysely<Schema>, row: NewCommentRow): Promise<AddedComment> {
  const added = await kysely
    .insertInto('comment')
    .columns(['detection_id', 'comment', 'user_name', 'user_id', 'at'])
    .expression((expression) =>
      expression
        .selectFrom('detection')
        .select([
          'detection.id as detection_id',
          sql<string>`${row.comment}`.as('comment'),
          sql<string>`${row.user_name}`.as('user_name'),
          sql<number>`cast(${row.user_id} as integer)`.as('user_id'),
          sql<number>`cast(${row.at} as bigint)`.as('at'),
        ])
        .where('detection.id', '=', row.detection_id)
        .where(sql<boolean>`(select count(*) from comment where detection_id = ${row.detection_id}) < ${COMMENTS_MAX}`),
    )
    .returningAll()
    .executeTakeFirst();
  if (added !== undefined) return added;
  const detection = await kysely
    .selectFrom('detection')
    .select('id')
    .where('id', '=', row.detection_id)
    .executeTakeFirst();
  return detection === undefined ? 'no detection' : 'too many';
}
