import { clientNetwork } from '../../http/client-network.ts';
import { apiError } from '../../http/errors.ts';
import type { BucketSize, Buckets, OpenBuckets } from '../../http/token-buckets.ts';
import type { FamiliarNetworks } from './familiar-networks.store.ts';

/**
 * Each `admit…` and `before…` rejects with 429 when it was tried too often: `admit…`, asked before the body is read, by
 * the address; `before…` by the account from this address or from anywhere, and where nobody was admitted by the address.
 */
export type CredentialLimits = {
  admitSignIn: (address: string) => Promise<void>;
  beforeSignIn: (attempt: Attempt) => Promise<void>;
  afterRightPassword: (attempt: Attempt) => Promise<void>;
  admitSignUp: (address: string) => Promise<void>;
  beforeSignUp: (attempt: Attempt) => Promise<void>;
  /** The account was made, or entered by a mailed link: whoever did it is its owner. */
  afterProof: (attempt: Attempt) => Promise<void>;
  admitReset: (address: string) => Promise<void>;
  beforeReset: (attempt: Attempt) => Promise<void>;
  /** Of whatever sends a mail that was not asked for by its reader for sure; the account is the address it goes to. */
  beforeMail: (attempt: Attempt) => Promise<void>;
  /** Counts it the same, and says whether it may be sent, for a mail that what was done does not depend on. */
  mayMail: (attempt: Attempt) => Promise<boolean>;
  /** It was not sent after all. */
  afterNoMail: (attempt: Attempt) => Promise<void>;
  /** Of a signed-in user's own account. */
  beforeChange: (attempt: Attempt) => Promise<void>;
  /** Where a token proves who asks, or nobody has said yet who he is. */
  beforeToken: (address: string) => Promise<void>;
  /** Of coming back from a provider: counted apart from setting out, so that a sign-in costs one of each. */
  beforeReturn: (address: string) => Promise<void>;
};

/** The account as the visitor names it, whether or not there is one: its address, or the id of who is signed in. */
type Attempt = { address: string; account: string };

type Parts = { open: OpenBuckets; familiar: FamiliarNetworks };

/**
 * Slows guessing without locking people out: a shift of thirty signs in within a minute behind one address, and whoever
 * guesses at a guard's password from elsewhere does not keep the guard out until he has twenty wrong ones a minute, and
 * not even then where the guard has signed in lately. The same holds for asking for a link.
 */
export function credentialLimits({ open, familiar }: Parts): CredentialLimits {
  const allowance = (name: string, { fromHere, anywhere }: { fromHere: BucketSize; anywhere: BucketSize }) => ({
    address: open(`${name} address`, perMinute(60)),
    fromHere: open(`${name} here`, fromHere),
    anywhere: open(`${name} anywhere`, anywhere),
  });
  const signIns = allowance('sign-in', { fromHere: perMinute(5), anywhere: perMinute(20) });
  const signUps = allowance('sign-up', { fromHere: perMinute(5), anywhere: perMinute(20) });
  // Nobody fills a guard's mailbox; the guard himself can still ask from his own address when somebody tried.
  const mails = allowance('mail', { fromHere: perQuarter(3), anywhere: perQuarter(9) });
  const changes = allowance('change', { fromHere: perMinute(10), anywhere: perMinute(20) });
  const tokens = open('token', perMinute(60));
  const returns = open('return', perMinute(60));

  /** What all over the world is tried does not keep the guard out where he signs in every day; what is tried from there does. */
  async function allowedHere({ anywhere, ...here }: Required<Allowance>, attempt: Attempt): Promise<Allowance> {
    const { account, network } = keysOf(attempt);
    return (await familiar.knows(account, network)) ? here : { ...here, anywhere };
  }

  async function noteOwner(attempt: Attempt): Promise<void> {
    const { account, network } = keysOf(attempt);
    await familiar.note(account, network);
  }

  const admit = (to: Allowance) => async (address: string) => refuse(await to.address.take(clientNetwork(address)));

  return {
    // Every attempt counts as wrong until it proved right: many at once must not slip through together.
    admitSignIn: admit(signIns),
    beforeSignIn: async (attempt) => refuse(await takeAdmitted(await allowedHere(signIns, attempt), attempt)),
    async afterRightPassword(attempt) {
      await giveBackAll(await allowedHere(signIns, attempt), attempt);
      await noteOwner(attempt);
    },
    admitSignUp: admit(signUps),
    beforeSignUp: async (attempt) => refuse(await takeAdmitted(signUps, attempt)),
    afterProof: noteOwner,
    admitReset: admit(mails),
    beforeReset: async (attempt) => refuse(await takeAdmitted(await allowedHere(mails, attempt), attempt)),
    beforeMail: async (attempt) => refuse(await take(await allowedHere(mails, attempt), attempt)),
    mayMail: async (attempt) => (await take(await allowedHere(mails, attempt), attempt)) === 0,
    afterNoMail: async (attempt) => giveBackAll(await allowedHere(mails, attempt), attempt),
    beforeChange: async (attempt) => refuse(await take(changes, attempt)),
    beforeToken: async (address) => refuse(await tokens.take(clientNetwork(address))),
    beforeReturn: async (address) => refuse(await returns.take(clientNetwork(address))),
  };
}

const perMinute = (count: number): BucketSize => ({ capacity: count, perSecond: count / 60 });
const perQuarter = (count: number): BucketSize => ({ capacity: count, perSecond: count / 900 });

type Allowance = { address: Buckets; fromHere: Buckets; anywhere?: Buckets };

/** Returns 0, or for how many seconds it is refused. */
async function take(allowance: Allowance, attempt: Attempt): Promise<number> {
  const seconds = await allowance.address.take(keysOf(attempt).network);
  return seconds > 0 ? seconds : takeAdmitted(allowance, attempt);
}

/**
 * The same for whom the address has been counted already. What is refused takes nothing, so that gets its token back:
 * whoever hammers at one account must not use up what the rest of the control room has.
 */
async function takeAdmitted(allowance: Allowance, attempt: Attempt): Promise<number> {
  const [ofAddress, ...narrower] = tokensFor(allowance, attempt);
  const taken = [ofAddress];
  for (const token of narrower) {
    const seconds = await token.buckets.take(token.key);
    if (seconds > 0) {
      await giveBack(taken);
      return seconds;
    }
    taken.push(token);
  }
  return 0;
}

function giveBackAll(allowance: Allowance, attempt: Attempt): Promise<void> {
  return giveBack(tokensFor(allowance, attempt));
}

async function giveBack(tokens: readonly Token[]): Promise<void> {
  for (const { buckets, key } of tokens) await buckets.giveBack(key);
}

type Token = { buckets: Buckets; key: string };

function tokensFor({ address, fromHere, anywhere }: Allowance, attempt: Attempt): readonly [Token, ...Token[]] {
  const { network, here, account } = keysOf(attempt);
  return [
    { buckets: address, key: network },
    { buckets: fromHere, key: here },
    ...(anywhere === undefined ? [] : [{ buckets: anywhere, key: account }]),
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
