import Type, { type Static } from 'typebox';

/** GET /api/config: the settings that a browser may read before sign-in. */
export const PublicConfig = Type.Object({
  product: Type.String(),
  allowed_email_domains: Type.Array(Type.String()),
  registration: Type.Union([Type.Literal('open'), Type.Literal('closed')]),
  identity: Type.Literal('embedded'),
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
