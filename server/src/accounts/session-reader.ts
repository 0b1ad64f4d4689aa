import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import type { CurrentUser } from '../http/closed-by-default.ts';
import { readSessionCookie } from './session-cookie.ts';

export type SessionReader = (request: Pick<FastifyRequest, 'headers'>) => Promise<CurrentUser | null>;

type SessionRow = { id: string; email: string; expiresAt: string | Date };
type Parts = { database: Database; now: () => number; cookie: { name: string; secret: string } };

/**
 * Who is signed in, asked on every data request: the library's own answer costs a hundred times as much. Always from
 * the database, so that a revoked session is out at once.
 */
export function sessionReader({ database, now, cookie }: Parts): SessionReader {
  const find = database.dialect === 'sqlite' ? sqliteFinder(database) : postgresFinder(database);
  return async ({ headers }) => {
    const token = readSessionCookie(headers.cookie, cookie);
    if (token === null) return null;
    const row = await find(token);
    if (row === undefined || new Date(row.expiresAt).getTime() <= now()) return null;
    return { id: row.id, email: row.email };
  };
}

const BY_TOKEN = `select u.id, u.email, s."expiresAt"
  from auth_session s join auth_user u on u.id = s."userId" where s.token = `;

type Find = (token: string) => SessionRow | undefined | Promise<SessionRow | undefined>;

function sqliteFinder({ sqlite }: Database & { dialect: 'sqlite' }): Find {
  const statement = sqlite.prepare<[string], SessionRow>(`${BY_TOKEN}?`);
  return (token) => statement.get(token);
}

function postgresFinder({ pool }: Database & { dialect: 'postgres' }): Find {
  const query = { name: 'session-by-token', text: `${BY_TOKEN}$1` };
  return async (token) => (await pool.query<SessionRow>({ ...query, values: [token] })).rows[0];
}
