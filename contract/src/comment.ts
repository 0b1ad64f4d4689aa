import Type, { type Static } from 'typebox';
import { COMMENT_MAX, COMMENT_PAGE_SIZE, COMMENT_USER_NAME_MAX } from './limits.ts';
import { MultilineText, Text } from './text.ts';

export const Comment = Type.Object({
  id: Type.Integer(),
  comment: Type.String(),
  user_name: Type.String(),
  user_id: Type.Integer(),
  timestamp: Type.String({ format: 'date-time', description: 'ISO 8601, UTC' }),
});
export type Comment = Static<typeof Comment>;

export const NewComment = Type.Object(
  {
    comment: MultilineText(COMMENT_MAX),
    userName: Type.Optional(Text(COMMENT_USER_NAME_MAX)),
    userId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  },
  { additionalProperties: false },
);
export type NewComment = Static<typeof NewComment>;

export const CommentAnswer = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  comment: Comment,
});
export type CommentAnswer = Static<typeof CommentAnswer>;

/** The query of GET /api/detections/{id}/comments. */
export const CommentsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: COMMENT_PAGE_SIZE, default: COMMENT_PAGE_SIZE })),
  cursor: Type.Optional(
    Type.String({ maxLength: 64, description: 'comments_next_cursor of the detection, or next_cursor of an answer' }),
  ),
});

export const CommentsAnswer = Type.Object({
  success: Type.Literal(true),
  comments: Type.Array(Comment, { description: 'the newest before the cursor, in the order in which they were made' }),
  total: Type.Integer({ description: 'of all, never of the page' }),
  next_cursor: Type.Union([Type.String({ description: 'opaque' }), Type.Null()], { description: 'the older ones' }),
});
export type CommentsAnswer = Static<typeof CommentsAnswer>;
