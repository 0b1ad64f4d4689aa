import Type, { type Static } from 'typebox';

/** What the browser needs of the Firebase project that keeps the accounts. */
const FirebaseProject = Type.Object({
  project_id: Type.String(),
  api_key: Type.String(),
  auth_domain: Type.String(),
  emulator: Type.Optional(Type.String({ description: 'the origin of an emulator, for development' })),
});
export type FirebaseProject = Static<typeof FirebaseProject>;

/** GET /api/config: the settings that a browser may read before sign-in. */
export const PublicConfig = Type.Object({
  product: Type.String(),
  allowed_email_domains: Type.Array(Type.String()),
  registration: Type.Union([Type.Literal('open'), Type.Literal('closed')]),
  identity: Type.Union([Type.Literal('embedded'), Type.Literal('firebase')]),
  firebase: Type.Optional(FirebaseProject),
  social: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'social sign-ins that are configured',
  }),
  active_threat_level: Type.Integer({ minimum: 1, maximum: 10 }),
  team: Type.Boolean({ description: 'whether a team answers incidents together' }),
});
export type PublicConfig = Static<typeof PublicConfig>;

export const PRODUCT = 'Vedette';

export const ALLOWED_EMAIL_DOMAINS_DEFAULT = [
  'gmail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'aol.com',
  'proton.me',
  'live.com',
] as const;
