import type { Database } from '../../db/database.ts';
import type { Page } from '../../http/paging.ts';
import type { CommentRow } from '../../writer/thread/add-comment.ts';

export type CommentStore = {
  /** The newest comments of a detection after `after`, newest first. */
  page: (detectionId: number, page: Page) => Promise<CommentRow[]>;
  count: (detectionId: number) => Promise<number>;
};

export function createCommentStore({ kysely }: Pick<Database, 'kysely'>): CommentStore {
  const of = (detectionId: number) => kysely.selectFrom('comment').where('detection_id', '=', detectionId);
  return {
    page: (detectionId, { limit, after }) => {
      const newest = of(detectionId).selectAll().orderBy('id', 'desc').limit(limit);
      return (after === null ? newest : newest.where('id', '<', after.id)).execute();
    },
    count: async (detectionId) => {
      const { count } = await of(detectionId)
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
