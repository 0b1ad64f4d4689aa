import { apiError } from '../http/errors.ts';
import { type TokenBuckets, tokenBuckets } from '../http/token-buckets.ts';

export type CredentialLimits = {
  /** Throws 429 when the address, or the account from this address, has tried too often. */
  beforeSignIn: (attempt: Attempt) => void;
  afterRightPassword: (attempt: Attempt) => void;
  beforeSignUp: (address: string) => void;
};

type Attempt = { address: string; email: string };

/**
 * Slows guessing without locking people out: a shift of thirty signs in within a minute behind one address, and whoever
 * guesses at a guard's password from elsewhere does not keep the guard out until he has twenty wrong ones a minute.
 */
export function credentialLimits(now: () => number): CredentialLimits {
  const perMinute = (count: number) => tokenBuckets({ capacity: count, perSecond: count / 60, now });
  const signIns = perMinute(60);
  const signUps = perMinute(60);
  const wrongFromHere = perMinute(5);
  const wrongAnywhere = perMinute(20);

  const account = ({ email }: Attempt) => email.trim().toLowerCase();
  const accountFromHere = (attempt: Attempt) => `${attempt.address} ${account(attempt)}`;

  return {
    // Every attempt counts as wrong until it proved right: many at once must not slip through together.
    beforeSignIn(attempt) {
      takeOrRefuse(signIns, attempt.address);
      takeOrRefuse(wrongFromHere, accountFromHere(attempt));
      takeOrRefuse(wrongAnywhere, account(attempt));
    },
    afterRightPassword(attempt) {
      wrongFromHere.giveBack(accountFromHere(attempt));
      wrongAnywhere.giveBack(account(attempt));
    },
    beforeSignUp: (address) => takeOrRefuse(signUps, address),
  };
}

function takeOrRefuse(buckets: TokenBuckets, key: string): void {
  const seconds = buckets.take(key);
  if (seconds === 0) return;
  throw apiError('RATE_LIMITED', 'Too many attempts; please wait a moment', { retryAfterSeconds: Math.ceil(seconds) });
}
