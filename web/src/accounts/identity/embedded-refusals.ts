import { isRequestError } from '../../api/request.ts';
import { type IdentityError, type IdentityReason, identityError, isIdentityError } from './identity-error.ts';

/** Maps the server's codes to identity errors. */
export const reasons: Record<string, IdentityReason> = {
  NETWORK: 'unreachable',
  UNAUTHORIZED: 'no-user',
  ACCOUNT_SUSPENDED: 'suspended',
  REQUIRES_RECENT_LOGIN: 'requires-recent-login',
  INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials',
  USER_ALREADY_EXISTS: 'email-taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-taken',
  EMAIL_TAKEN: 'email-taken',
  INVALID_EMAIL: 'email-invalid',
  PASSWORD_TOO_SHORT: 'password-too-short',
  PASSWORD_TOO_LONG: 'password-too-long',
  INVALID_TOKEN: 'link-invalid',
  SOCIAL_NOT_CONFIGURED: 'not-configured',
  SOCIAL_UNAVAILABLE: 'provider-unavailable',
};

/** @param formRefusal the reason for a refused form when the server's code names none */
export function translate(error: unknown, formRefusal?: { [code: string]: IdentityReason }): IdentityError {
  if (isIdentityError(error)) return error;
  if (!isRequestError(error)) return identityError('failed');
  if (error.status === 429) return identityError('rate-limited', error.retryAfterSeconds);
  return identityError(formRefusal?.[error.code] ?? reasons[error.code] ?? 'failed');
}
