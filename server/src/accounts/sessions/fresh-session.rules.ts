import { SESSION_FRESH_SECONDS } from '@vedette/contract/account';
import { apiError } from '../../http/errors.ts';

/** A screen left alone must not be enough to take the account over. Throws when the sign-in is too long ago. */
export function requireFreshSession({ signedInAt }: { signedInAt: number }, now: number): void {
  if (now < signedInAt + SESSION_FRESH_SECONDS * 1_000) return;
  throw apiError('REQUIRES_RECENT_LOGIN', 'Please sign in again to change your account');
}
