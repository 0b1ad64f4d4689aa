import Type, { type Static } from 'typebox';

export const StartSocialSignIn = Type.Object(
  {
    provider: Type.String({ maxLength: 64, description: 'an id out of GET /api/config' }),
    flow: Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$', description: 'made up by the page for this popup' }),
  },
  { additionalProperties: false },
);
export type StartSocialSignIn = Static<typeof StartSocialSignIn>;

export const SocialSignInAnswer = Type.Object({
  success: Type.Literal(true),
  url: Type.String({ description: 'where to send the popup' }),
});
export type SocialSignInAnswer = Static<typeof SocialSignInAnswer>;
