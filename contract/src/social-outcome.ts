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
