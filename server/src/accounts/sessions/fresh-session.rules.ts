import { SESSION_FRESH_SECONDS } from '@vedette/contract/account';
import { apiError } from '../../http/errors.ts';

/** An unattended screen must not be enough to take over the account. Throws when the sign-in was too long ago. */
export function requireFreshSession({ signedInAt }: { signedInAt: number }, now: number): void {
  if (now < signedInAt + SESSION_FRESH_SECONDS * 1_000) return;
  throw apiError('REQUIRES_RECENT_LOGIN', 'Please sign in again to change your account');
}
