import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, type SqliteDatabase, SqliteDialect } from 'kysely';
import pg from 'pg';
import { startHeartbeat } from './heartbeat.ts';
import type { Schema } from './schema.ts';

/** Where the rows are stored: a file in the data folder, or a PostgreSQL server. */
export type DatabaseAddress = { dialect: 'sqlite'; file: string } | { dialect: 'postgres'; url: string };

/** Kysely serves both dialects; the driver's handle is for queries that measurably need it. */
export type Database =
  | { dialect: 'sqlite'; kysely: Kysely<Schema>; sqlite: Sqlite.Database; close: () => Promise<void> }
  | { dialect: 'postgres'; kysely: Kysely<Schema>; pool: pg.Pool; close: () => Promise<void> };

export function databaseAddress(dataDir: string, databaseUrl: string | undefined): DatabaseAddress {
  if (databaseUrl !== undefined) return { dialect: 'postgres', url: databaseUrl };
  return { dialect: 'sqlite', file: join(dataDir, 'vedette.db') };
}

/**
 * PostgreSQL ends a transaction that is idle for longer: the locks of a server that died without closing its connections
 * would otherwise block every other server.
 */
const MAX_IDLE_IN_TRANSACTION_MS = 5_000;

/**
 * @param options.mustExist refuses to create a missing SQLite file: for a database that a running server has open. A new
 *   file under the name of one that was moved would share its write-ahead log and damage it.
 * @param options.cacheMiB page cache of this SQLite connection; the operating system caches the file as well
 * @param options.maxIdleInTransactionMs may be longer for transactions that hold no lock that others wait for; 0: no limit
 */
export function openDatabase(
  address: DatabaseAddress,
  {
    mustExist = false,
    cacheMiB = 8,
    maxIdleInTransactionMs = MAX_IDLE_IN_TRANSACTION_MS,
  }: { mustExist?: boolean; cacheMiB?: number; maxIdleInTransactionMs?: number } = {},
): Database {
  return address.dialect === 'sqlite'
    ? openSqlite(address.file, { mustExist, cacheMiB })
    : openPostgres(address.url, maxIdleInTransactionMs);
}

function openSqlite(file: string, { mustExist, cacheMiB }: { mustExist: boolean; cacheMiB: number }): Database {
  const sqlite = new Sqlite(file, { timeout: 10_000, fileMustExist: mustExist });
  sqlite.pragma('journal_mode = WAL');
  // FULL syncs the log on every commit; NORMAL loses acknowledged rows in a power cut.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma(`cache_size = -${cacheMiB * 1024}`);
  sqlite.pragma('temp_store = MEMORY');
  const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: cacheStatements(sqlite) }) });
  return { dialect: 'sqlite', kysely, sqlite, close: () => kysely.destroy() };
}

const STATEMENTS_KEPT = 200;

/** Caches prepared statements: Kysely prepares each query again, which costs more than running most of them. */
function cacheStatements(sqlite: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, Sqlite.Statement>();
  return {
    prepare(given) {
      // SQLite rolls back by itself when the disk is full; a second rollback would fail and hide that error.
      const text = given === 'rollback' && !sqlite.inTransaction ? 'select 1 where false' : given;
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

function openPostgres(url: string, maxIdleInTransactionMs: number): Database {
  const heartbeat = startHeartbeat(connectionOptions(url));
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: 10,
    // Statements that do not depend on each other's answers may be sent together.
    pipeline: true,
    types: { getTypeParser },
    stream: heartbeat.socket,
    onConnect: (client) =>
      client.query(`${DETECT_DEAD_CLIENT}; set idle_in_transaction_session_timeout = ${maxIdleInTransactionMs}`),
  });
  // The pool replaces a lost connection, and its queries fail. Without these listeners the error would end the process:
  // the pool's for idle connections, the client's for those in use.
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
 * Makes PostgreSQL probe the connection and close it when this server has not answered for 11 seconds. Otherwise a dead
 * server would hold its counter slot and count as running for hours.
 */
export const DETECT_DEAD_CLIENT =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

/** The timeouts detect an unreachable PostgreSQL server, while connecting and on idle connections. */
export function connectionOptions(url: string) {
  return {
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** Parses bigint as a number: ids, counts and milliseconds fit it exactly, and pg returns text by default. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const isBigint = oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC;
  return isBigint ? Number : (pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown);
}
