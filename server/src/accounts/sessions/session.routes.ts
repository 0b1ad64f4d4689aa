import { SessionAnswer } from '@vedette/contract/account';
import { IDENTITY_HEADER } from '@vedette/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Api } from '../../http/api.ts';
import { presentSession, presentUser } from '../accounts.present.ts';
import type { AccountStore } from '../accounts.store.ts';
import type { SessionReader } from './session-reader.ts';
import type { RenewSession } from './session-renewal.ts';
import type { SessionStore } from './sessions.store.ts';

type Parts = {
  readSession: SessionReader;
  renewSession: RenewSession;
  sessions: SessionStore;
  store: AccountStore;
  now: () => number;
  isFirebase: boolean;
};

/** Answered from the database without the identity library, which most callers do not need and which is slow to load. */
export function sessionRoutes(api: Api, { readSession, renewSession, sessions, store, now, isFirebase }: Parts): void {
  async function current(request: FastifyRequest, reply: FastifyReply): Promise<SessionAnswer> {
    const user = await readSession(request);
    if (user === null) return null;
    const [session, account] = await Promise.all([sessions.find(user.sessionId), store.find(user.id)]);
    if (session === undefined || account === undefined) return null;
    const expiresAt = await renewSession(session, { request, reply });
    const { sessionId: id, signedInAt } = user;
    return presentSession({ id, signedInAt, expiresAt }, { user: presentUser(account), now: now() });
  }

  api.get(
    '/api/auth/get-session',
    {
      config: { access: 'public' },
      schema: { tags: ['accounts'], response: { 200: Type.Unsafe<unknown>(SessionAnswer) } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      // The page learns from its first answer which adapter it needs.
      if (isFirebase) reply.header(IDENTITY_HEADER, 'firebase');
      const session = await current(request, reply);
      // For null, Fastify would send an empty body, which is not valid JSON.
      return session ?? reply.type('application/json; charset=utf-8').send('null');
    },
  );
}
