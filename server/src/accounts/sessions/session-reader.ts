import type { Role } from '@vedette/contract/roles';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '../../http/guards/closed-by-default.ts';
import { mustHaveSecondFactor } from '../second-factor/second-factor.rules.ts';
import { readSessionCookie } from './session-cookie.ts';
import type { FindSession } from './sessions.store.ts';

export type SessionReader = (request: Pick<FastifyRequest, 'headers'>) => Promise<CurrentUser | null>;

type Parts = {
  find: FindSession;
  now: () => number;
  cookie: { name: string; secret: string };
  /** Whether people have roles. */
  team: boolean;
  /** The least role that must have a second factor. */
  secondFactor: 'optional' | Role;
};

const HEADERS_CACHED = 1_000;

/**
 * Reads the signed-in user, on every data request: the library's own answer takes a hundred times as long. Always reads
 * the database, so that a revoked session ends at once.
 */
export function sessionReader({ find, now, cookie, team, secondFactor }: Parts): SessionReader {
  // Caches verified signatures, because a browser sends the same header with every request.
  const tokens = new Map<string, string>();

  function tokenIn(header: string): string | null {
    const cached = tokens.get(header);
    if (cached !== undefined) return cached;
    const token = readSessionCookie(header, cookie);
    if (token === null) return null;
    if (tokens.size >= HEADERS_CACHED) tokens.clear();
    tokens.set(header, token);
    return token;
  }

  return async ({ headers }) => {
    const token = headers.cookie === undefined ? null : tokenIn(headers.cookie);
    if (token === null) return null;
    const row = await find(token);
    if (row === undefined || new Date(row.expiresAt).getTime() <= now()) return null;
    const { id, email, name, sessionId, signedInAt } = row;
    const role = team ? row.role : undefined;
    const lacksSecondFactor = !row.hasSecondFactor && mustHaveSecondFactor(role, secondFactor);
    const shownName = name || email;
    return { id, email, shownName, sessionId, signedInAt: new Date(signedInAt).getTime(), role, lacksSecondFactor };
  };
}
