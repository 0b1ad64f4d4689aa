import type { Database } from '../db/database.ts';

/** Moments are text in SQLite and dates in PostgreSQL. */
export type SessionRow = { id: string; email: string; expiresAt: string | Date };
export type FindSession = (token: string) => SessionRow | undefined | Promise<SessionRow | undefined>;

const BY_TOKEN = `select u.id, u.email, s."expiresAt"
  from auth_session s join auth_user u on u.id = s."userId" where s.token = `;

/** Prepared once: it is asked on every request. */
export function sessionFinder(database: Database): FindSession {
  if (database.dialect === 'sqlite') {
    const statement = database.sqlite.prepare<[string], SessionRow>(`${BY_TOKEN}?`);
    return (token) => statement.get(token);
  }
  const query = { name: 'session-by-token', text: `${BY_TOKEN}$1` };
  return async (token) => (await database.pool.query<SessionRow>({ ...query, values: [token] })).rows[0];
}
