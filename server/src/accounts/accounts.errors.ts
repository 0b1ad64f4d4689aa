import { apiError } from '../http/errors.ts';

export function accountSuspended() {
  return apiError('ACCOUNT_SUSPENDED', 'This account is suspended; an administrator can let you in again');
}
