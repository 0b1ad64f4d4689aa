import type { FastifyRequest } from 'fastify';
import { apiError } from '../../http/errors.ts';
import { clientNetwork } from '../../http/guards/client-network.ts';
import type { CurrentUser } from '../../http/guards/closed-by-default.ts';
import { tokenBuckets } from '../../http/guards/token-buckets.ts';
import type { Log } from '../../log.ts';
import { matchesHash, parseApiToken } from './api-token.ts';
import type { ApiTokenStore, TokenOwner } from './api-tokens.store.ts';

/** The person of the API token that the request carries. Throws 401 for a wrong one, 429 after many. */
export type ReadApiToken = (request: Pick<FastifyRequest, 'headers' | 'ip'>) => Promise<CurrentUser>;

type Parts = {
  store: Pick<ApiTokenStore, 'findOwner' | 'noteUse'>;
  now: () => number;
  elapsed: () => number;
  log: Log;
};

/** How often the time of the last use is written. */
const NOTE_USE_MS = 60_000;
const WRONG_TOKENS = { capacity: 30, perSecond: 0.5 };
const WRONG_SECRETS = { capacity: 10, perSecond: 10 / 60 };

/** Reads the database for every request, so that a revoked token is refused at once by every server. */
export function tokenGate({ store, now, elapsed, log }: Parts): ReadApiToken {
  const wrongTokens = tokenBuckets({ ...WRONG_TOKENS, elapsed });
  // Apart for each token, so that one wrong script does not stop the others of its network.
  const wrongSecrets = tokenBuckets({ ...WRONG_SECRETS, elapsed });

  async function provenOwner({ headers, ip }: Parameters<ReadApiToken>[0]): Promise<TokenOwner> {
    const network = clientNetwork(ip);
    const given = parseApiToken(headers);
    if (given === null) throw wrong(wrongTokens.take(network));
    const guesses = `${network} ${given.id}`;
    const wait = wrongSecrets.wait(guesses);
    if (wait > 0) throw wrong(wait);
    const owner = await store.findOwner(given.id);
    if (owner === undefined) throw wrong(wrongTokens.take(network));
    if (!matchesHash(given.secret, owner.hash)) throw wrong(wrongSecrets.take(guesses));
    return owner;
  }

  /** A full disk must not keep scripts from reading. */
  async function noteUse(id: string, at: number): Promise<void> {
    await store.noteUse(id, at).catch((err: unknown) => log.warn({ err }, 'the use of an API token was not noted'));
  }

  return async (request) => {
    const { id, tokenName, scope, expires_at, last_used_at, userId, email, name, role } = await provenOwner(request);
    const at = now();
    if (at >= expires_at) throw apiError('UNAUTHORIZED', 'This API token has expired');
    if (last_used_at === null || at >= last_used_at + NOTE_USE_MS) await noteUse(id, at);
    const token = { id, name: tokenName, scope };
    // Never a recent sign-in.
    return { id: userId, email, shownName: name || email, sessionId: '', signedInAt: 0, role, token };
  };
}

function wrong(seconds: number) {
  if (seconds === 0) return apiError('UNAUTHORIZED', 'This API token is not valid, or it was revoked');
  return apiError('RATE_LIMITED', 'Too many wrong API tokens', { retryAfterSeconds: Math.ceil(seconds) });
}
