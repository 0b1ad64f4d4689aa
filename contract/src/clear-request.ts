import Type, { type Static } from 'typebox';

/** How long a second person may agree. */
export const CLEAR_REQUEST_MINUTES = 15;

/** Someone wants to delete all detections, and the site's policy demands a second person. */
export const ClearRequest = Type.Object({
  requested_by: Type.String({ description: 'a mail address' }),
  own: Type.Boolean({ description: 'whether the caller made it; then another person must agree' }),
  requested_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
});
export type ClearRequest = Static<typeof ClearRequest>;

export const ClearRequestAnswer = Type.Object({
  success: Type.Literal(true),
  needed: Type.Boolean({ description: 'whether clearing all needs two people' }),
  request: Type.Union([ClearRequest, Type.Null()]),
});
export type ClearRequestAnswer = Static<typeof ClearRequestAnswer>;
