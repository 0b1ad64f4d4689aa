import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { apiError } from '../../http/errors.ts';
import { accountSuspended } from '../accounts.errors.ts';
import type { SessionReader } from '../sessions/session-reader.ts';
import type { SessionStore } from '../sessions/sessions.store.ts';
import { isAllowedDomain } from '../sign-up.rules.ts';
import type { FirebaseStore } from './firebase.store.ts';
import type { FirebaseAccount, VerifyIdToken } from './id-tokens.ts';

/** The local account of an ID token, and the token of the session that it began or extended. */
export type Exchanged = { userId: string; token: string };

/** Throws ID_TOKEN_INVALID, SOCIAL_UNAVAILABLE, EMAIL_REFUSED, FORBIDDEN, ACCOUNT_NOT_LINKED, ACCOUNT_SUSPENDED. */
export type ExchangeIdToken = (idToken: string, request: FastifyRequest) => Promise<Exchanged>;

type Parts = {
  verify: VerifyIdToken;
  store: FirebaseStore;
  sessions: SessionStore;
  readSession: SessionReader;
  now: () => number;
  config: Pick<Config, 'allowedEmailDomains' | 'registration'>;
};

export function idTokenExchange(parts: Parts): ExchangeIdToken {
  const { verify, store, sessions, readSession, now, config } = parts;

  /** The rules of a sign-up hold when the account comes here for the first time. */
  async function admit(account: FirebaseAccount, address: string): Promise<string> {
    const from = { now: now(), address };
    const owner = await store.withEmail(account.email);
    if (owner !== undefined) {
      // Whoever has not proved to own the address must not enter the account of its owner.
      if (!account.emailVerified || !owner.emailVerified) throw notLinked();
      await store.link(owner.id, account, from);
      return owner.id;
    }
    if (config.registration === 'closed') throw apiError('FORBIDDEN', 'Registration is closed');
    if (account.signInProvider === 'password' && !isAllowedDomain(account.email, config.allowedEmailDomains)) {
      throw apiError('EMAIL_REFUSED', 'Please use a valid email domain');
    }
    await store.create(account, from);
    return account.uid;
  }

  async function localAccount(account: FirebaseAccount, address: string): Promise<string> {
    const linked = await store.linked(account.uid);
    if (linked === undefined) return admit(account, address);
    await store.update(linked, account, { now: now(), address });
    return linked;
  }

  return async (idToken, request) => {
    const account = await verify(idToken);
    const userId = await localAccount(account, request.ip).catch(async (error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      // Two tabs exchanged the first token of the account at once.
      const linked = await store.linked(account.uid);
      if (linked === undefined) throw notLinked();
      return linked;
    });
    const { signedInAt, expiresAt } = account;
    const current = await readSession(request);
    const session = current?.id === userId ? await sessions.find(current.sessionId) : undefined;
    if (session !== undefined && current?.signedInAt === signedInAt) {
      await sessions.prolong(session.id, { now: now(), expiresAt });
      return { userId, token: session.token };
    }
    const token = randomBytes(32).toString('base64url');
    const userAgent = request.headers['user-agent'] ?? null;
    const { email } = account;
    const begun = await store.begin(
      { userId, email, token, signedInAt, expiresAt, address: request.ip, userAgent },
      { now: now() },
    );
    if (begun === 'suspended') throw accountSuspended();
    if (begun === 'signed out')
      throw apiError('ID_TOKEN_INVALID', 'The account was signed out after this sign-in: sign in again');
    return { userId, token };
  };
}

function notLinked() {
  return apiError('ACCOUNT_NOT_LINKED', 'There is an account with this address, and it is not verified');
}
