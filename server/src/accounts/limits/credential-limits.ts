import { apiError } from '../../http/errors.ts';
import { clientNetwork } from '../../http/guards/client-network.ts';
import type { BucketSize, Buckets, OpenBuckets } from '../../http/guards/token-buckets.ts';
import type { FamiliarNetworks } from './familiar-networks.store.ts';

/**
 * Rate limits of sign-ins, sign-ups, mails and changes. `admit…` and `before…` reject with 429 when a limit is
 * exceeded. `admit…` is called before the body is read and counts by address. `before…` counts by account, from this
 * address and from anywhere, and by address when no `admit…` was called.
 */
export type CredentialLimits = {
  admitSignIn: (address: string) => Promise<void>;
  beforeSignIn: (attempt: Attempt) => Promise<void>;
  afterSignIn: (attempt: Attempt) => Promise<void>;
  /** The password was right, and the sign-in waits for a second factor: its client may not be the owner. */
  afterPassword: (attempt: Attempt) => Promise<void>;
  admitSignUp: (address: string) => Promise<void>;
  beforeSignUp: (attempt: Attempt) => Promise<void>;
  /** The account was made, or entered by a mailed link, so that the client is its owner. */
  afterOwnerProof: (attempt: Attempt) => Promise<void>;
  admitReset: (address: string) => Promise<void>;
  beforeReset: (attempt: Attempt) => Promise<void>;
  /** Before a mail that its reader may not have asked for; the account is the address that it is sent to. */
  beforeMail: (attempt: Attempt) => Promise<void>;
  /** Counts like `beforeMail` and returns whether the mail may be sent, for actions that do not depend on their mail. */
  tryMail: (attempt: Attempt) => Promise<boolean>;
  /** Returns the token of a mail that was not sent. */
  refundMail: (attempt: Attempt) => Promise<void>;
  /** Before a change of the signed-in user's own account. */
  beforeChange: (attempt: Attempt) => Promise<void>;
  /** Before a request that a token authenticates, or that names no account yet. */
  beforeToken: (address: string) => Promise<void>;
  /** Before a provider's callback. Counted apart from starting a sign-in, so that each sign-in takes one token of each. */
  beforeCallback: (address: string) => Promise<void>;
};

/** `account` is the account as the visitor names it, existing or not: its address, or the id of the signed-in user. */
type Attempt = { address: string; account: string };

type Parts = { open: OpenBuckets; familiar: FamiliarNetworks };

/**
 * Slows guessing without locking people out. A shift of thirty can sign in within a minute behind one address. Guesses
 * from elsewhere lock an owner out only from twenty wrong ones per minute on, and never from a familiar network. The
 * same holds for requests of a link.
 */
export function credentialLimits({ open, familiar }: Parts): CredentialLimits {
  const allowance = (name: string, { fromHere, anywhere }: { fromHere: BucketSize; anywhere: BucketSize }) => ({
    address: open(`${name} address`, perMinute(60)),
    fromHere: open(`${name} here`, fromHere),
    anywhere: open(`${name} anywhere`, anywhere),
  });
  const signIns = allowance('sign-in', { fromHere: perMinute(5), anywhere: perMinute(20) });
  const signUps = allowance('sign-up', { fromHere: perMinute(5), anywhere: perMinute(20) });
  // Limits the mails to a guard, who can still request one from the own address after others have tried.
  const mails = allowance('mail', { fromHere: perQuarter(3), anywhere: perQuarter(9) });
  const changes = allowance('change', { fromHere: perMinute(10), anywhere: perMinute(20) });
  const tokens = open('token', perMinute(60));
  const callbacks = open('return', perMinute(60));

  /** On a familiar network, only attempts from there count; attempts from elsewhere do not lock the owner out. */
  async function allowedHere({ anywhere, ...here }: Required<Allowance>, attempt: Attempt): Promise<Allowance> {
    const { account, network } = keysOf(attempt);
    return (await familiar.includes(account, network)) ? here : { ...here, anywhere };
  }

  async function noteOwner(attempt: Attempt): Promise<void> {
    const { account, network } = keysOf(attempt);
    await familiar.note(account, network);
  }

  const admit = (to: Allowance) => async (address: string) => refuse(await to.address.take(clientNetwork(address)));

  return {
    // Every attempt counts as wrong until it proves right, so that concurrent guesses cannot exceed the limit.
    admitSignIn: admit(signIns),
    beforeSignIn: async (attempt) => refuse(await takeAdmitted(await allowedHere(signIns, attempt), attempt)),
    async afterSignIn(attempt) {
      await giveBackAll(await allowedHere(signIns, attempt), attempt);
      await noteOwner(attempt);
    },
    afterPassword: async (attempt) => giveBackAll(await allowedHere(signIns, attempt), attempt),
    admitSignUp: admit(signUps),
    beforeSignUp: async (attempt) => refuse(await takeAdmitted(signUps, attempt)),
    afterOwnerProof: noteOwner,
    admitReset: admit(mails),
    beforeReset: async (attempt) => refuse(await takeAdmitted(await allowedHere(mails, attempt), attempt)),
    beforeMail: async (attempt) => refuse(await take(await allowedHere(mails, attempt), attempt)),
    tryMail: async (attempt) => (await take(await allowedHere(mails, attempt), attempt)) === 0,
    refundMail: async (attempt) => giveBackAll(await allowedHere(mails, attempt), attempt),
    beforeChange: async (attempt) => refuse(await take(changes, attempt)),
    beforeToken: async (address) => refuse(await tokens.take(clientNetwork(address))),
    beforeCallback: async (address) => refuse(await callbacks.take(clientNetwork(address))),
  };
}

const perMinute = (count: number): BucketSize => ({ capacity: count, perSecond: count / 60 });
const perQuarter = (count: number): BucketSize => ({ capacity: count, perSecond: count / 900 });

type Allowance = { address: Buckets; fromHere: Buckets; anywhere?: Buckets };

/** Returns 0, or the number of seconds until the next attempt is allowed. */
async function take(allowance: Allowance, attempt: Attempt): Promise<number> {
  const seconds = await allowance.address.take(keysOf(attempt).network);
  return seconds > 0 ? seconds : takeAdmitted(allowance, attempt);
}

/**
 * Like `take`, for a client whose address is counted already. A refusal returns the address's token, so that attacks on
 * one account do not use up the limit of everybody behind the address.
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
