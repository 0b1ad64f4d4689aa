import Type, { type Static } from 'typebox';

/** The page that a sign-in popup ends on says here how it went; whoever opened the popup listens. */
export const SOCIAL_CHANNEL = 'vedette.social-sign-in';

/** `flow` tells whose popup it was; empty when that got lost on the way. */
export type SocialOutcome =
  | { flow: string; outcome: 'signed-in' }
  | {
      flow: string;
      outcome: 'failed';
      /** For programs: access_denied, account_not_linked, … */
      code: string;
    };

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
