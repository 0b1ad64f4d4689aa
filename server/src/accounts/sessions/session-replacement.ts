import type { FastifyRequest } from 'fastify';
import { readSessionCookie } from './session-cookie.ts';
import type { SessionStore } from './sessions.store.ts';

/**
 * Ends the browser's previous session when the given cookies begin another one. The browser loses its cookie, so that
 * nobody could sign it out any more.
 */
export type EndReplacedSession = (request: Pick<FastifyRequest, 'headers'>, setCookies: string[]) => Promise<void>;

type Parts = { sessions: SessionStore; cookie: { name: string; secret: string } };

export function sessionReplacement({ sessions, cookie }: Parts): EndReplacedSession {
  return async ({ headers }, setCookies) => {
    const previous = readSessionCookie(headers.cookie, cookie);
    if (previous === null) return;
    const [started] = setCookies.map((line) => readSessionCookie(line, cookie)).filter((token) => token !== null);
    if (started !== undefined && started !== previous) await sessions.end(previous);
  };
}
