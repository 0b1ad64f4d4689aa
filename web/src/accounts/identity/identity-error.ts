import { PASSWORD_MAX, PASSWORD_MIN } from '@vedette/contract/limits';

/** The reasons for a refusal. Adapters map the provider's errors to these; pages handle no others. */
export type IdentityReason = keyof typeof words;

export type IdentityError = Error & { reason: IdentityReason; retryAfterSeconds?: number };

const words = {
  'no-user': 'No user logged in',
  'requires-recent-login': 'Your last sign-in was too long ago for this change',
  'wrong-credentials': 'Email or password is wrong',
  'email-taken': 'There is an account with this address already',
  'email-invalid': 'This is not a mail address',
  'email-refused': 'This address is not accepted here',
  'password-too-short': `Too short: use at least ${PASSWORD_MIN} characters`,
  'password-too-long': `Too long: use at most ${PASSWORD_MAX} characters`,
  'registration-closed': 'Registration is closed here. Ask whoever runs this system for an account.',
  suspended: 'This account is suspended. An administrator can let you in again.',
  'second-factor': 'The sign-in needs the second factor of the account, too.',
  'link-invalid': 'This link has been used already, or it has run out.',
  'rate-limited': 'Too many attempts. Wait a moment, then try again.',
  unreachable: 'Network Error: the server does not answer. Try again in a moment.',
  'not-configured': 'This way to sign in is not set up on this server.',
  'provider-unavailable': 'The sign-in service does not answer. Try again in a moment.',
  'popup-blocked': 'The browser blocked the sign-in window. Allow pop-ups for this site, then try again.',
  'popup-closed': 'The sign-in window was closed before it was done.',
  'popup-cancelled': 'The sign-in was cancelled.',
  'second-factor-expired': 'The sign-in took too long, or too many codes were wrong. Begin again.',
  'popup-expired': 'The sign-in took too long, or was finished in another browser. Try again.',
  'account-not-linked':
    'There is an account with this address that has not been verified. Sign in with its password and verify the address first.',
  'no-email': 'The sign-in service did not tell an email address.',
  'other-account': 'You signed in to another account.',
  failed: 'Something went wrong. Try again in a moment.',
} as const;

export function identityError(reason: IdentityReason, retryAfterSeconds?: number): IdentityError {
  if (retryAfterSeconds === undefined) return Object.assign(new Error(words[reason]), { reason });
  const message = `Too many attempts. Try again in ${wait(retryAfterSeconds)}.`;
  return Object.assign(new Error(message), { reason, retryAfterSeconds });
}

export function isIdentityError(error: unknown, reason?: IdentityReason): error is IdentityError {
  return error instanceof Error && 'reason' in error && (reason === undefined || error.reason === reason);
}

function wait(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
