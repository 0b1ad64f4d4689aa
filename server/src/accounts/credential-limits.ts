import { clientNetwork } from '../http/client-network.ts';
import { apiError } from '../http/errors.ts';
import { type TokenBuckets, tokenBuckets } from '../http/token-buckets.ts';
import { familiarNetworks } from './familiar-networks.ts';

/** Each `before…` throws 429 when the address, or the account from this address or from anywhere, has tried too often. */
export type CredentialLimits = {
  beforeSignIn: (attempt: Attempt) => void;
  afterRightPassword: (attempt: Attempt) => void;
  beforeSignUp: (attempt: Attempt) => void;
  /** Of whatever sends a mail that was not asked for by its reader for sure; the account is the address it goes to. */
  beforeMail: (attempt: Attempt) => void;
  /** Counts it the same, and says whether it may be sent, for a mail that what was done does not depend on. */
  mayMail: (attempt: Attempt) => boolean;
  /** It was not sent after all. */
  afterNoMail: (attempt: Attempt) => void;
  /** Of a signed-in user's own account. */
  beforeChange: (attempt: Attempt) => void;
  /** Where a token proves who asks, or nobody has said yet who he is. */
  beforeToken: (address: string) => void;
  /** Of coming back from a provider: counted apart from setting out, so that a sign-in costs one of each. */
  beforeReturn: (address: string) => void;
};

/** The account as the visitor names it, whether or not there is one: its address, or the id of who is signed in. */
type Attempt = { address: string; account: string };

/**
 * Slows guessing without locking people out: a shift of thirty signs in within a minute behind one address, and whoever
 * guesses at a guard's password from elsewhere does not keep the guard out until he has twenty wrong ones a minute, and
 * not even then where the guard has signed in lately.
 */
export function credentialLimits(now: () => number): CredentialLimits {
  const perMinute = (count: number) => tokenBuckets({ capacity: count, perSecond: count / 60, now });
  const perQuarter = (count: number) => tokenBuckets({ capacity: count, perSecond: count / 900, now });
  const signIns = { address: perMinute(60), fromHere: perMinute(5), anywhere: perMinute(20) };
  const signUps = { address: perMinute(60), fromHere: perMinute(5), anywhere: perMinute(20) };
  // Nobody fills a guard's mailbox; the guard himself can still ask from his own address when somebody tried.
  const mails = { address: perMinute(60), fromHere: perQuarter(3), anywhere: perQuarter(9) };
  const changes = { address: perMinute(60), fromHere: perMinute(10), anywhere: perMinute(20) };
  const tokens = perMinute(60);
  const returns = perMinute(60);
  const familiar = familiarNetworks(now);

  /** Guesses from all over the world do not keep the guard out where he signs in every day; guesses from there do. */
  function signInsFor(attempt: Attempt): Allowance {
    const { account, network } = keysOf(attempt);
    const { anywhere, ...narrow } = signIns;
    return familiar.knows(account, network) ? narrow : { ...narrow, anywhere };
  }

  return {
    // Every attempt counts as wrong until it proved right: many at once must not slip through together.
    beforeSignIn: (attempt) => takeOrRefuse(signInsFor(attempt), attempt),
    afterRightPassword(attempt) {
      giveBackAll(signInsFor(attempt), attempt);
      const { account, network } = keysOf(attempt);
      familiar.note(account, network);
    },
    beforeSignUp: (attempt) => takeOrRefuse(signUps, attempt),
    beforeMail: (attempt) => takeOrRefuse(mails, attempt),
    mayMail: (attempt) => take(mails, attempt) === 0,
    afterNoMail: (attempt) => giveBackAll(mails, attempt),
    beforeChange: (attempt) => takeOrRefuse(changes, attempt),
    beforeToken: (address) => refuse(tokens.take(clientNetwork(address))),
    beforeReturn: (address) => refuse(returns.take(clientNetwork(address))),
  };
}

type Allowance = { address: TokenBuckets; fromHere: TokenBuckets; anywhere?: TokenBuckets };

/**
 * From the narrowest to the widest, and what is refused takes nothing: whoever hammers at one account must not use up
 * what the rest of the control room has. Returns 0, or for how many seconds it is refused.
 */
function take(allowance: Allowance, attempt: Attempt): number {
  const taken: Token[] = [];
  for (const token of tokensFor(allowance, attempt)) {
    const seconds = token.buckets.take(token.key);
    if (seconds > 0) {
      giveBack(taken);
      return seconds;
    }
    taken.push(token);
  }
  return 0;
}

function takeOrRefuse(allowance: Allowance, attempt: Attempt): void {
  refuse(take(allowance, attempt));
}

function giveBackAll(allowance: Allowance, attempt: Attempt): void {
  giveBack(tokensFor(allowance, attempt));
}

function giveBack(tokens: readonly Token[]): void {
  for (const { buckets, key } of tokens) buckets.giveBack(key);
}

type Token = { buckets: TokenBuckets; key: string };

function tokensFor({ address, fromHere, anywhere }: Allowance, attempt: Attempt): readonly Token[] {
  const { network, here, account } = keysOf(attempt);
  return [
    { buckets: fromHere, key: here },
    ...(anywhere === undefined ? [] : [{ buckets: anywhere, key: account }]),
    { buckets: address, key: network },
  ];
}

function keysOf(attempt: Attempt): { network: string; here: string; account: string } {
  const network = clientNetwork(attempt.address);
  const account = attempt.account.trim().toLowerCase();
  return { network, here: `${network} ${account}`, account };
}

function refuse(seconds: number): void {
  if (seconds === 0) return;
  throw apiError('RATE_LIMITED', 'Too many attempts; please wait a moment', { retryAfterSeconds: Math.ceil(seconds) });
}
