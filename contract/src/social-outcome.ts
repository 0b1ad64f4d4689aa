/** The BroadcastChannel on which the last page of a sign-in popup sends the outcome to the opener. */
export const SOCIAL_CHANNEL = 'vedette.social-sign-in';

/** `flow` identifies the popup; empty when it was lost in the redirects. */
export type SocialOutcome =
  | { flow: string; outcome: 'signed-in' }
  | {
      flow: string;
      outcome: 'failed';
      /** For programs: access_denied, account_not_linked, … */
      code: string;
    };
