import Type, { type Static } from 'typebox';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const Email = Type.String({ minLength: 3, maxLength: 254 });
/** The rules for a password's length are the identity library's. */
const Password = Type.String({ minLength: 1, maxLength: 256 });

export const SignUp = Type.Object(
  {
    email: Email,
    password: Password,
    name: Type.Optional(Type.String({ maxLength: 100, description: 'by specification not sent' })),
  },
  { additionalProperties: false },
);
export type SignUp = Static<typeof SignUp>;

export const SignIn = Type.Object(
  {
    email: Email,
    password: Password,
    rememberMe: Type.Optional(Type.Boolean({ default: true, description: 'false: until the browser closes' })),
  },
  { additionalProperties: false },
);
export type SignIn = Static<typeof SignIn>;

export const AccountUser = Type.Object({
  id: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  name: Type.String({ description: 'empty when none was given' }),
  image: Nullable(Type.String()),
});
export type AccountUser = Static<typeof AccountUser>;

export const SignedInAnswer = Type.Object({ success: Type.Literal(true), user: AccountUser });
export type SignedInAnswer = Static<typeof SignedInAnswer>;

export const SignedOutAnswer = Type.Object({ success: Type.Literal(true) });
export type SignedOutAnswer = Static<typeof SignedOutAnswer>;

/** null: nobody is signed in. */
export const SessionAnswer = Nullable(
  Type.Object({
    session: Type.Object({
      id: Type.String(),
      createdAt: Type.String({ format: 'date-time' }),
      expiresAt: Type.String({ format: 'date-time' }),
    }),
    user: AccountUser,
  }),
);
export type SessionAnswer = Static<typeof SessionAnswer>;
