import type { Comment } from '@vedette/contract/comment';
import { COMMENT_PAGE_SIZE } from '@vedette/contract/limits';
import { fitPage, pageOf } from '../../http/paging.ts';
import { presentComment } from '../detections.present.ts';
import type { CommentStore } from './comments.store.ts';

type PageQuery = { limit?: number | undefined; cursor?: string | undefined };
type CommentPage = { comments: Comment[]; total: number; next_cursor: string | null };

/** Reads a page of a detection's newest comments, in the order in which they were made. Throws when the cursor is invalid. */
export type CommentReader = (detectionId: number, query?: PageQuery) => Promise<CommentPage>;

export function createCommentReader(store: CommentStore): CommentReader {
  return async (detectionId, { limit = COMMENT_PAGE_SIZE, cursor } = {}) => {
    const page = pageOf({ limit, cursor });
    const { rows, next_cursor } = fitPage(await store.page(detectionId, page), page);
    // One page holds the comments of most detections.
    const isAll = page.after === null && next_cursor === null;
    const total = isAll ? rows.length : await store.count(detectionId);
    return { comments: rows.map(presentComment).reverse(), total, next_cursor };
  };
}
