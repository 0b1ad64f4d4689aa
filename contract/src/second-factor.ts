import Type, { type Static } from 'typebox';
import { PASSKEY_NAME_MAX } from './limits.ts';
import { Text } from './text.ts';

const strict = { additionalProperties: false };
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Moment = Type.String({ format: 'date-time' });
/** An object of the Web Authentication standard, which browser and identity library understand. */
const WebAuthn = (description: string) => Type.Object({}, { additionalProperties: true, description });

export const SecondFactorMethod = Type.Union([Type.Literal('authenticator'), Type.Literal('passkey')]);
export type SecondFactorMethod = Static<typeof SecondFactorMethod>;

/** The answer to a right password of an account with a second factor: there is no session yet. */
export const SecondFactorNeeded = Type.Object({
  success: Type.Literal(true),
  secondFactor: Type.Literal(true, { description: 'the sign-in waits for a second factor, ten minutes at most' }),
});
export type SecondFactorNeeded = Static<typeof SecondFactorNeeded>;

export const WaitingSignInAnswer = Type.Object({
  success: Type.Literal(true),
  methods: Type.Array(SecondFactorMethod, {
    description: 'what may be used, a recovery code instead of an authenticator; empty: no sign-in is waiting',
  }),
});
export type WaitingSignInAnswer = Static<typeof WaitingSignInAnswer>;

const AuthenticatorCode = Type.String({ pattern: '^\\d{6}$', description: 'six digits of the authenticator app' });

export const ConfirmAuthenticator = Type.Object({ code: AuthenticatorCode }, strict);
export type ConfirmAuthenticator = Static<typeof ConfirmAuthenticator>;

export const SecondFactorSignIn = Type.Object(
  {
    code: Type.Optional(AuthenticatorCode),
    recoveryCode: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  },
  { ...strict, minProperties: 1, maxProperties: 1 },
);
export type SecondFactorSignIn = Static<typeof SecondFactorSignIn>;

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: Moment,
  last_used_at: Nullable(Moment),
});
export type Passkey = Static<typeof Passkey>;

export const SecondFactorAnswer = Type.Object({
  success: Type.Literal(true),
  authenticator: Type.Boolean({ description: 'whether an authenticator app is set up' }),
  recovery_codes_left: Type.Integer({ minimum: 0 }),
  passkeys: Type.Array(Passkey),
  required: Type.Boolean({ description: "whether the person's role must have a second factor" }),
});
export type SecondFactorAnswer = Static<typeof SecondFactorAnswer>;

export const NewAuthenticatorAnswer = Type.Object({
  success: Type.Literal(true),
  uri: Type.String({ description: 'otpauth://…, as authenticator apps read it' }),
  secret: Type.String({ description: 'Base32, to be typed' }),
});
export type NewAuthenticatorAnswer = Static<typeof NewAuthenticatorAnswer>;

export const RecoveryCodesAnswer = Type.Object({
  success: Type.Literal(true),
  recovery_codes: Type.Array(Type.String(), { description: 'shown this once; each works once' }),
});
export type RecoveryCodesAnswer = Static<typeof RecoveryCodesAnswer>;

export const PasskeyOptionsAnswer = Type.Object({
  success: Type.Literal(true),
  options: WebAuthn('PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON'),
});
export type PasskeyOptionsAnswer = Static<typeof PasskeyOptionsAnswer>;

const Credential = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 2_000 }),
    rawId: Type.String({ minLength: 1, maxLength: 2_000 }),
    type: Type.Literal('public-key'),
    response: WebAuthn('what the authenticator signed'),
  },
  { additionalProperties: true, description: 'RegistrationResponseJSON or AuthenticationResponseJSON' },
);

const asSecondFactor = Type.Optional(
  Type.Boolean({ description: 'true: for the sign-in that waits; otherwise the passkey alone signs in' }),
);

export const PasskeySignInOptions = Type.Object({ secondFactor: asSecondFactor }, strict);
export const PasskeySignIn = Type.Object({ credential: Credential, secondFactor: asSecondFactor }, strict);
export type PasskeySignIn = Static<typeof PasskeySignIn>;

export const NewPasskey = Type.Object({ credential: Credential, name: Text(PASSKEY_NAME_MAX) }, strict);
export type NewPasskey = Static<typeof NewPasskey>;

export const PasskeyParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) });
