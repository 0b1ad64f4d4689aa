import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '../http/closed-by-default.ts';
import { readSessionCookie } from './session-cookie.ts';
import type { FindSession } from './sessions.store.ts';

export type SessionReader = (request: Pick<FastifyRequest, 'headers'>) => Promise<CurrentUser | null>;

type Parts = { find: FindSession; now: () => number; cookie: { name: string; secret: string } };

/**
 * Who is signed in, asked on every data request: the library's own answer costs a hundred times as much. Always from
 * the database, so that a revoked session is out at once.
 */
export function sessionReader({ find, now, cookie }: Parts): SessionReader {
  return async ({ headers }) => {
    const token = readSessionCookie(headers.cookie, cookie);
    if (token === null) return null;
    const row = await find(token);
    if (row === undefined || new Date(row.expiresAt).getTime() <= now()) return null;
    const { id, email, sessionId, signedInAt } = row;
    return { id, email, sessionId, signedInAt: new Date(signedInAt).getTime() };
  };
}
