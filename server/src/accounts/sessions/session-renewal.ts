import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthSessionTable } from '../../db/schema.ts';
import { isForThisBrowserRunOnly, SESSION_SECONDS, sessionCookie } from './session-cookie.ts';
import type { SessionStore } from './sessions.store.ts';

/** The oldest that a session's token gets while it is in use, in milliseconds. */
const TOKEN_SYNC_MS = 5 * 60 * 1_000;

/** A session in use goes on. Returns when it will be over, in milliseconds since the epoch. */
export type RenewSession = (
  session: Pick<AuthSessionTable, 'id' | 'token' | 'updatedAt' | 'expiresAt'>,
  at: { request: FastifyRequest; reply: FastifyReply },
) => Promise<number>;

type Parts = { sessions: SessionStore; now: () => number; cookie: { name: string; secret: string }; https: boolean };

export function sessionRenewal({ sessions, now, cookie, https }: Parts): RenewSession {
  return async ({ id, token, updatedAt, expiresAt }, { request, reply }) => {
    const at = now();
    const young = at < new Date(updatedAt).getTime() + TOKEN_SYNC_MS;
    if (young || isForThisBrowserRunOnly(request.headers.cookie, { https })) return new Date(expiresAt).getTime();
    const until = at + SESSION_SECONDS * 1_000;
    await sessions.prolong(id, { now: at, expiresAt: until });
    reply.header('set-cookie', sessionCookie(token, cookie));
    return until;
  };
}
