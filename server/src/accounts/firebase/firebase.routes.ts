import { DoneAnswer, EmptyBody, FirebaseSignIn, SignedInAnswer, SignedOutAnswer } from '@vedette/contract/account';
import { ErrorAnswer } from '@vedette/contract/error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import type { Api } from '../../http/api.ts';
import { apiError } from '../../http/errors.ts';
import { signedInUser } from '../../http/guards/closed-by-default.ts';
import { presentUser } from '../accounts.present.ts';
import type { AccountStore } from '../accounts.store.ts';
import type { CredentialLimits } from '../limits/credential-limits.ts';
import { requireFreshSession } from '../sessions/fresh-session.rules.ts';
import { readSessionCookie, sessionCookie } from '../sessions/session-cookie.ts';
import type { EndReplacedSession } from '../sessions/session-replacement.ts';
import type { SessionStore } from '../sessions/sessions.store.ts';
import type { FirebaseStore } from './firebase.store.ts';
import type { ExchangeIdToken } from './firebase-session.actions.ts';

type Parts = {
  exchange: ExchangeIdToken;
  firebase: FirebaseStore;
  store: AccountStore;
  sessions: SessionStore;
  endReplacedSession: EndReplacedSession;
  limits: CredentialLimits;
  cookie: { name: string; secret: string };
  now: () => number;
};

/** The routes of an installation whose accounts a Firebase project keeps. */
export function firebaseRoutes(api: Api, parts: Parts): void {
  const { exchange, firebase, store, sessions, endReplacedSession, limits, cookie, now } = parts;
  const open = { access: 'public' as const };
  const tags = ['accounts'];

  async function endSession(request: FastifyRequest, reply: FastifyReply) {
    const token = readSessionCookie(request.headers.cookie, cookie);
    if (token !== null) await sessions.signOut(token, { address: request.ip });
    const secure = cookie.name.startsWith('__Secure-') ? '; Secure' : '';
    reply.header('set-cookie', `${cookie.name}=; Max-Age=0; Path=/; HttpOnly${secure}; SameSite=Lax`);
    // Frames must not stay in the cache of a shared workstation.
    reply.headers({ 'clear-site-data': '"cache"', 'cache-control': 'no-store' });
  }

  api.post(
    '/api/auth/firebase/session',
    {
      config: open,
      schema: { tags, body: FirebaseSignIn, response: { 200: SignedInAnswer, '4xx': ErrorAnswer } },
      onRequest: ({ ip }) => limits.beforeToken(ip),
    },
    async (request, reply) => {
      const { idToken, endOthers = false } = request.body;
      const { userId, token } = await exchange(idToken, request);
      if (endOthers) await firebase.endOthers(userId, token, { now: now() });
      const cookies = [sessionCookie(token, cookie)];
      await endReplacedSession(request, cookies);
      reply.headers({ 'set-cookie': cookies, 'cache-control': 'no-store' });
      const account = await store.find(userId);
      if (account === undefined) throw apiError('UNAUTHORIZED', 'The account was deleted a moment ago');
      return { success: true as const, user: presentUser(account) };
    },
  );

  api.post(
    '/api/auth/sign-out',
    { config: open, schema: { tags, response: { 200: SignedOutAnswer } } },
    async (request, reply) => {
      await endSession(request, reply);
      return { success: true as const };
    },
  );

  api.post(
    '/api/auth/delete-user',
    {
      config: { action: 'account.change' },
      schema: { tags, body: EmptyBody, response: { 200: DoneAnswer, '4xx': ErrorAnswer } },
    },
    async (request, reply) => {
      const user = signedInUser(request);
      await limits.beforeChange({ address: request.ip, account: user.id });
      requireFreshSession(user, now());
      await store.erase(user.id, actorOf(request));
      await endSession(request, reply);
      return { success: true as const, message: 'Your account is deleted.' };
    },
  );
}
