import { translate } from '../embedded-refusals.ts';
import { type IdentityError, type IdentityReason, identityError } from '../identity-error.ts';

/** Maps the codes of the SDK to identity errors. */
const reasons: Record<string, IdentityReason> = {
  'auth/network-request-failed': 'provider-unavailable',
  'auth/timeout': 'provider-unavailable',
  'auth/too-many-requests': 'rate-limited',
  'auth/requires-recent-login': 'requires-recent-login',
  'auth/invalid-credential': 'wrong-credentials',
  'auth/invalid-login-credentials': 'wrong-credentials',
  'auth/wrong-password': 'wrong-credentials',
  'auth/user-not-found': 'wrong-credentials',
  'auth/user-disabled': 'wrong-credentials',
  'auth/email-already-in-use': 'email-taken',
  'auth/account-exists-with-different-credential': 'account-not-linked',
  'auth/invalid-email': 'email-invalid',
  'auth/invalid-new-email': 'email-invalid',
  'auth/missing-email': 'email-invalid',
  'auth/weak-password': 'password-too-short',
  'auth/admin-restricted-operation': 'registration-closed',
  'auth/operation-not-allowed': 'not-configured',
  'auth/unauthorized-domain': 'not-configured',
  'auth/invalid-action-code': 'link-invalid',
  'auth/expired-action-code': 'link-invalid',
  'auth/popup-blocked': 'popup-blocked',
  'auth/popup-closed-by-user': 'popup-closed',
  'auth/cancelled-popup-request': 'popup-cancelled',
  'auth/user-cancelled': 'popup-cancelled',
  'auth/user-token-expired': 'no-user',
  'auth/no-current-user': 'no-user',
};

const refusedSessions: Record<string, IdentityReason> = {
  EMAIL_REFUSED: 'email-refused',
  FORBIDDEN: 'registration-closed',
  ACCOUNT_NOT_LINKED: 'account-not-linked',
  BAD_REQUEST: 'no-email',
};

/** The server does not admit the account. */
const notAdmitted = new Set(['EMAIL_REFUSED', 'FORBIDDEN', 'ACCOUNT_NOT_LINKED', 'BAD_REQUEST']);
/** The account has ended, or its tokens have. */
const ended = new Set([
  ...['ID_TOKEN_INVALID', 'ACCOUNT_SUSPENDED', 'UNAUTHORIZED'],
  ...['auth/user-disabled', 'auth/user-not-found', 'auth/user-token-expired', 'auth/invalid-user-token'],
]);

export function isNotAdmitted(error: unknown): boolean {
  return notAdmitted.has(codeOf(error));
}

/** Whether another try would be refused, too; a fault of the network or of a server is none. */
export function isRefusedForGood(error: unknown): boolean {
  return isNotAdmitted(error) || ended.has(codeOf(error));
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Translates a refusal of the SDK or of the server. */
export function translateFirebase(error: unknown): IdentityError {
  const code = codeOf(error);
  if (code.startsWith('auth/')) return identityError(reasons[code] ?? 'failed');
  return translate(error, refusedSessions);
}
