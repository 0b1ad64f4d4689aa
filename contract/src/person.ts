import Type, { type Static } from 'typebox';
import { RoleSchema } from './account.ts';
import { ApiToken } from './api-token.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Moment = Type.String({ format: 'date-time' });
const strict = { additionalProperties: false };

export const PEOPLE_PAGE_SIZE = 100;

export const PeopleQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ maxLength: 254, description: 'a part of the mail address or the name' })),
    after: Type.Optional(Type.String({ maxLength: 254, description: 'the mail address that the page follows' })),
  },
  strict,
);
export type PeopleQuery = Static<typeof PeopleQuery>;

export const PersonParams = Type.Object({ id: Type.String({ maxLength: 200 }) });
export const PersonSessionParams = Type.Object({
  id: Type.String({ maxLength: 200 }),
  session: Type.String({ maxLength: 200 }),
});
export const PersonTokenParams = Type.Object({ id: Type.String({ maxLength: 200 }), token: Type.String() });

export const Person = Type.Object({
  id: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  name: Nullable(Type.String()),
  role: RoleSchema,
  since: Moment,
  suspended_at: Nullable(Moment),
  second_factor: Type.Boolean({ description: 'whether a sign-in asks for one' }),
});
export type Person = Static<typeof Person>;

export const PersonSession = Type.Object({
  id: Type.String(),
  signed_in_at: Moment,
  used_at: Type.String({ format: 'date-time', description: 'to within five minutes' }),
  expires_at: Moment,
  address: Nullable(Type.String({ description: 'the network address of the sign-in' })),
  user_agent: Nullable(Type.String()),
  current: Type.Boolean({ description: 'whether this request was made with it' }),
});
export type PersonSession = Static<typeof PersonSession>;

export const PeopleAnswer = Type.Object({
  success: Type.Literal(true),
  people: Type.Array(Person),
  total: Type.Integer({ description: 'of all people, or of those who match the search' }),
  next: Nullable(Type.String({ description: 'of the next page, for `after`' })),
});
export type PeopleAnswer = Static<typeof PeopleAnswer>;

export const PersonAnswer = Type.Object({
  success: Type.Literal(true),
  person: Person,
  sessions: Type.Array(PersonSession),
  tokens: Type.Array(ApiToken),
});
export type PersonAnswer = Static<typeof PersonAnswer>;

export const ChangedPerson = Type.Object(
  { role: Type.Optional(RoleSchema), suspended: Type.Optional(Type.Boolean()) },
  { ...strict, minProperties: 1 },
);
export type ChangedPerson = Static<typeof ChangedPerson>;

export const EndedSessionsAnswer = Type.Object({ success: Type.Literal(true), ended: Type.Integer() });
export type EndedSessionsAnswer = Static<typeof EndedSessionsAnswer>;
