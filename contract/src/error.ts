import Type, { type Static } from 'typebox';

/** Every error code of the product's own API, with its HTTP status. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  NO_PREVIEW: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  FRAME_DAMAGED: 500,
  UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_LONG: 400,
  REQUIRES_RECENT_LOGIN: 403,
  ACCOUNT_SUSPENDED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SOCIAL_NOT_CONFIGURED: 404,
  CONFLICT: 409,
  INVALID_TOKEN: 400,
  EMAIL_TAKEN: 409,
  SECOND_PERSON_NEEDED: 409,
  TOO_MANY_COMMENTS: 409,
  SOCIAL_UNAVAILABLE: 503,
  ID_TOKEN_INVALID: 401,
  SECOND_FACTOR_WRONG: 401,
  SECOND_FACTOR_EXPIRED: 401,
  EMAIL_REFUSED: 400,
  ACCOUNT_NOT_LINKED: 409,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

export const ErrorAnswer = Type.Object({
  success: Type.Literal(false),
  message: Type.String({ description: 'for people' }),
  code: Type.String({ description: 'for programs' }),
  field: Type.Optional(Type.String({ description: 'the wrong field of a 400, as a path' })),
  request_id: Type.Optional(Type.String({ description: 'of a masked 5xx: look it up in the log' })),
});
export type ErrorAnswer = Static<typeof ErrorAnswer>;
