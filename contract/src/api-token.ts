import Type, { type Static } from 'typebox';
import { API_TOKEN_DAYS_DEFAULT, API_TOKEN_DAYS_MAX, API_TOKEN_NAME_MAX } from './limits.ts';
import { Text } from './text.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Moment = Type.String({ format: 'date-time' });

export const ApiTokenScope = Type.Union([Type.Literal('read'), Type.Literal('write')], {
  description: 'read: GET and HEAD only',
});
export type ApiTokenScope = Static<typeof ApiTokenScope>;

export const NewApiToken = Type.Object(
  {
    name: Text(API_TOKEN_NAME_MAX),
    scope: ApiTokenScope,
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: API_TOKEN_DAYS_MAX,
        description: `until it expires; ${API_TOKEN_DAYS_DEFAULT} when absent`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type NewApiToken = Static<typeof NewApiToken>;

export const ApiToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scope: ApiTokenScope,
  created_at: Moment,
  expires_at: Moment,
  last_used_at: Nullable(Moment),
});
export type ApiToken = Static<typeof ApiToken>;

export const ApiTokenListAnswer = Type.Object({ success: Type.Literal(true), tokens: Type.Array(ApiToken) });
export type ApiTokenListAnswer = Static<typeof ApiTokenListAnswer>;

export const NewApiTokenAnswer = Type.Object({
  success: Type.Literal(true),
  token: ApiToken,
  secret: Type.String({ description: 'vdt_…, shown this once' }),
});
export type NewApiTokenAnswer = Static<typeof NewApiTokenAnswer>;

export const ApiTokenParams = Type.Object({ id: Type.String() });
