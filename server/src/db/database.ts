import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, type SqliteDatabase, SqliteDialect } from 'kysely';
import pg from 'pg';
import { startHeartbeat } from './heartbeat.ts';
import type { Schema } from './schema.ts';

/** Where the rows live: a file in the data folder, or a PostgreSQL server. */
export type DatabaseAddress = { dialect: 'sqlite'; file: string } | { dialect: 'postgres'; url: string };

/** One query code for both dialects; the raw handle beside it is for what is measured to need it. */
export type Database =
  | { dialect: 'sqlite'; kysely: Kysely<Schema>; sqlite: Sqlite.Database; close: () => Promise<void> }
  | { dialect: 'postgres'; kysely: Kysely<Schema>; pool: pg.Pool; close: () => Promise<void> };

export function databaseAddress(dataDir: string, databaseUrl: string | undefined): DatabaseAddress {
  if (databaseUrl !== undefined) return { dialect: 'postgres', url: databaseUrl };
  return { dialect: 'sqlite', file: join(dataDir, 'vedette.db') };
}

/**
 * PostgreSQL ends a transaction whose next statement does not come within this time: a server that died without a word
 * would else keep what it had locked, and every other server waiting for it.
 */
const LONGEST_REST_MS = 5_000;

/**
 * @param options.cacheMiB SQLite's own page cache of this connection; the operating system keeps the file's pages anyway
 * @param options.longestRestMs for transactions that rest between their statements, and lock nothing that others wait for; 0: no limit
 */
export function openDatabase(
  address: DatabaseAddress,
  { cacheMiB = 8, longestRestMs = LONGEST_REST_MS }: { cacheMiB?: number; longestRestMs?: number } = {},
): Database {
  return address.dialect === 'sqlite' ? openSqlite(address.file, cacheMiB) : openPostgres(address.url, longestRestMs);
}

function openSqlite(file: string, cacheMiB: number): Database {
  const sqlite = new Sqlite(file, { timeout: 10_000 });
  sqlite.pragma('journal_mode = WAL');
  // FULL syncs the log on every commit: NORMAL loses acknowledged rows when the power goes.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma(`cache_size = -${cacheMiB * 1024}`);
  sqlite.pragma('temp_store = MEMORY');
  const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: rememberStatements(sqlite) }) });
  return { dialect: 'sqlite', kysely, sqlite, close: () => kysely.destroy() };
}

const STATEMENTS_KEPT = 200;

/** Kysely prepares a query each time it is asked; preparing costs more than most of ours take to run. */
function rememberStatements(sqlite: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, Sqlite.Statement>();
  return {
    prepare(text) {
      const known = statements.get(text);
      if (known !== undefined) return known;
      if (statements.size >= STATEMENTS_KEPT) statements.clear();
      const prepared = sqlite.prepare(text);
      statements.set(text, prepared);
      return prepared;
    },
    close: () => sqlite.close(),
  };
}

function openPostgres(url: string, longestRestMs: number): Database {
  const heartbeat = startHeartbeat(connectionOptions(url));
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: 10,
    // Statements that do not wait for each other's answers may be sent together.
    pipeline: true,
    types: { getTypeParser },
    stream: heartbeat.socket,
    onConnect: (client) => client.query(`${NOTICE_DEATH}; set idle_in_transaction_session_timeout = ${longestRestMs}`),
  });
  // A connection that dies is replaced by the pool, and what was being asked on it fails. Without a listener it would end
  // the process: the pool's own while it is idle, its own while somebody uses it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    heartbeat.stop();
    await kysely.destroy();
  };
  return { dialect: 'postgres', kysely, pool, close };
}

/**
 * PostgreSQL asks whether we are still there, and ends the connection of a server that has not answered for 11 seconds:
 * else its counter slot would be held, and it would be taken for one that runs, for hours.
 */
export const NOTICE_DEATH =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

/** A server that has gone without a word must be noticed: when connecting, and on connections that wait. */
export function connectionOptions(url: string) {
  return {
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** Ids, counts and milliseconds fit a number exactly; pg gives bigint as text unless told. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const isBigint = oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC;
  return isBigint ? Number : (pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown);
}
