import { PASSWORD_MAX, PASSWORD_MIN } from '@vedette/contract/limits';
import { apiError } from '../http/errors.ts';

/** Throws PASSWORD_TOO_SHORT and PASSWORD_TOO_LONG. */
export function requireAllowedLength(password: string, field: string): void {
  if (password.length < PASSWORD_MIN)
    throw apiError('PASSWORD_TOO_SHORT', `Use at least ${PASSWORD_MIN} characters`, { field });
  if (password.length > PASSWORD_MAX)
    throw apiError('PASSWORD_TOO_LONG', `Use at most ${PASSWORD_MAX} characters`, { field });
}
