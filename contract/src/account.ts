import Type, { type Static } from 'typebox';

import { ROLES, type Role } from './roles.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const Email = Type.String({ minLength: 3, maxLength: 254 });
/** Wide bounds: the exact ones (limits.ts) have error codes of their own. */
export const Password = Type.String({ minLength: 1, maxLength: 256 });

/** Accepted mail addresses: stricter than the mail standard, and never more than the sign-in accepts. */
export const MAIL_ADDRESS = /^[a-z0-9_+-]+(?:[.'][a-z0-9_+-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;
export const MailAddress = Type.String({ maxLength: 254, format: 'mail-address' });

/** Changing the account requires a sign-in that is at most this old. */
export const SESSION_FRESH_SECONDS = 300;

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

/** Apart from the roles themselves, so that a page that asks for a role does not load the schemas. */
export const RoleSchema = Type.Unsafe<Role>({ type: 'string', enum: [...ROLES] });

export const AccountUser = Type.Object({
  id: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  name: Type.String({ description: 'empty when none was given' }),
  image: Nullable(Type.String()),
  displayName: Nullable(Type.String()),
  photoURL: Nullable(Type.String()),
  providerData: Type.Array(Type.Object({ providerId: Type.String() }), {
    description: 'the ways to sign in: password, or the id of a social sign-in',
  }),
  role: Type.Optional(RoleSchema),
  lacksSecondFactor: Type.Optional(
    Type.Boolean({ description: 'true: until the person has set up a second factor, nothing else is answered' }),
  ),
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
      freshUntil: Type.String({ format: 'date-time', description: 'until then the account may be changed' }),
      fresh: Type.Boolean(),
    }),
    user: AccountUser,
  }),
);
export type SessionAnswer = Static<typeof SessionAnswer>;

const strict = { additionalProperties: false };

export const ChangeEmail = Type.Object({ newEmail: MailAddress }, strict);
export type ChangeEmail = Static<typeof ChangeEmail>;

export const ChangePassword = Type.Object({ newPassword: Password }, strict);
export type ChangePassword = Static<typeof ChangePassword>;

export const RequestPasswordReset = Type.Object({ email: MailAddress }, strict);
export type RequestPasswordReset = Static<typeof RequestPasswordReset>;

export const ResetPassword = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }), newPassword: Password },
  strict,
);
export type ResetPassword = Static<typeof ResetPassword>;

/** Exchanges an ID token of Firebase for a session, or extends the session of the same sign-in. */
export const FirebaseSignIn = Type.Object(
  {
    idToken: Type.String({ minLength: 1, maxLength: 8_192 }),
    endOthers: Type.Optional(Type.Boolean({ description: 'ends all other sessions of the account' })),
  },
  strict,
);
export type FirebaseSignIn = Static<typeof FirebaseSignIn>;

/** The body of requests that have no fields. */
export const EmptyBody = Type.Object({}, strict);

export const DoneAnswer = Type.Object({ success: Type.Literal(true), message: Type.String() });
export type DoneAnswer = Static<typeof DoneAnswer>;
