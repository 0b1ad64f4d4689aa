import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthSessionTable } from '../../db/tables/account.ts';
import { isBrowserSession, SESSION_SECONDS, sessionCookie } from './session-cookie.ts';
import type { SessionStore } from './sessions.store.ts';

/** The expiry of a session in use is extended at most this often, in milliseconds. */
const TOKEN_SYNC_MS = 5 * 60 * 1_000;

/** Extends a session in use. Returns when it expires, in milliseconds since the epoch. */
export type RenewSession = (
  session: Pick<AuthSessionTable, 'id' | 'token' | 'updatedAt' | 'expiresAt'>,
  at: { request: FastifyRequest; reply: FastifyReply },
) => Promise<number>;

type Parts = { sessions: SessionStore; now: () => number; cookie: { name: string; secret: string }; https: boolean };

export function sessionRenewal({ sessions, now, cookie, https }: Parts): RenewSession {
  return async ({ id, token, updatedAt, expiresAt }, { request, reply }) => {
    const at = now();
    const isRecent = at < new Date(updatedAt).getTime() + TOKEN_SYNC_MS;
    if (isRecent || isBrowserSession(request.headers.cookie, { https })) return new Date(expiresAt).getTime();
    const until = at + SESSION_SECONDS * 1_000;
    await sessions.prolong(id, { now: at, expiresAt: until });
    reply.header('set-cookie', sessionCookie(token, cookie));
    return until;
  };
}
