import type { FastifyRequest } from 'fastify';
import { readSessionCookie } from './session-cookie.ts';
import type { SessionStore } from './sessions.store.ts';

/**
 * Ends the session that the browser came with when the given cookies begin another one. The browser forgets it, so
 * nobody could sign it out any more.
 */
export type EndReplacedSession = (request: Pick<FastifyRequest, 'headers'>, setCookies: string[]) => Promise<void>;

type Parts = { sessions: SessionStore; cookie: { name: string; secret: string } };

export function sessionReplacement({ sessions, cookie }: Parts): EndReplacedSession {
  return async ({ headers }, setCookies) => {
    const before = readSessionCookie(headers.cookie, cookie);
    if (before === null) return;
    const [begun] = setCookies.map((line) => readSessionCookie(line, cookie)).filter((token) => token !== null);
    if (begun !== undefined && begun !== before) await sessions.end(before);
  };
}
