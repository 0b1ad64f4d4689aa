import { CommentAnswer, CommentsAnswer, CommentsQuery, NewComment } from '@vedette/contract/comment';
import { DetectionParams } from '@vedette/contract/detection';
import { ErrorAnswer } from '@vedette/contract/error';
import type { Api } from '../../http/api.ts';
import type { DetectionActions } from '../detections.actions.ts';
import { noDetection } from '../detections.errors.ts';
import { presentComment } from '../detections.present.ts';
import type { DetectionStore } from '../detections.store.ts';
import type { CommentReader } from './comments.ts';

type Parts = {
  store: Pick<DetectionStore, 'byId'>;
  comments: CommentReader;
  actions: Pick<DetectionActions, 'comment'>;
};

export function commentRoutes(api: Api, { store, comments, actions }: Parts): void {
  const one = { params: DetectionParams };

  api.get(
    '/api/detections/:id/comments',
    {
      config: { action: 'detections.read' },
      schema: { ...one, querystring: CommentsQuery, response: { 200: CommentsAnswer, 404: ErrorAnswer } },
    },
    async ({ params, query }) => {
      const [row, page] = await Promise.all([store.byId(params.id), comments(params.id, query)]);
      if (row === null) throw noDetection(params.id);
      return { success: true as const, ...page };
    },
  );

  api.put(
    '/api/detections/:id/comment',
    {
      config: { action: 'comments.write' },
      schema: { ...one, body: NewComment, response: { 200: CommentAnswer, 404: ErrorAnswer, 409: ErrorAnswer } },
    },
    async ({ params, body }) => {
      const row = await actions.comment(params.id, body);
      return { success: true as const, message: 'Comment added', comment: presentComment(row) };
    },
  );
}
