import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { describe, onTestFinished } from 'vitest';
import { type DatabaseAddress, openDatabase } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { ObjectStoreSettings } from '../../src/object-store-settings.ts';
import { emptyFolder } from './empty-folder.ts';

/** Creates a new database on every call, which is removed when the test has finished. */
export type FreshDatabase = () => Promise<{
  address: DatabaseAddress;
  dataDir: string;
  /** The settings of an object store; absent: frames are stored beside the rows. */
  objectStore?: ObjectStoreSettings;
}>;

/** Runs the suite on SQLite and on the PostgreSQL server that TEST_DATABASE_URL names. */
export function onBothDatabases(name: string, suite: (fresh: FreshDatabase) => void, postgres = freshPostgres): void {
  describe(`${name} (SQLite)`, () => suite(freshSqlite));
  describe(`${name} (PostgreSQL)`, () => suite(postgres));
}

export async function freshSqlite(): ReturnType<FreshDatabase> {
  const dataDir = emptyFolder();
  return { dataDir, address: { dialect: 'sqlite', file: join(dataDir, 'vedette.db') } };
}

/** A database with the schema. */
export async function freshPostgres(): ReturnType<FreshDatabase> {
  const server = testServer();
  template ??= migratedTemplate(server);
  return createDatabase(server, await template);
}

/** A database without tables. */
export async function emptyPostgres(): ReturnType<FreshDatabase> {
  return createDatabase(testServer(), 'template1');
}

async function createDatabase(server: string, from: string): ReturnType<FreshDatabase> {
  const name = `vedette_test_${randomBytes(6).toString('hex')}`;
  await asOwner(server, (client) => client.query(`create database ${name} template ${from}`));
  onTestFinished(() => asOwner(server, (client) => client.query(`drop database ${name} with (force)`)));
  return { dataDir: emptyFolder(), address: { dialect: 'postgres', url: databaseUrl(server, name) } };
}

/** A template of the schema: copying a database takes a tenth of the time of its migrations. */
let template: Promise<string> | undefined;

/** Created by the first process that needs it. `npm test` starts an empty PostgreSQL server, so the template is never outdated. */
async function migratedTemplate(server: string): Promise<string> {
  const name = `vedette_template_${process.ppid}`;
  await asOwner(server, async (client) => {
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    await client.query(`create database ${name}_new`);
    const database = openDatabase({ dialect: 'postgres', url: databaseUrl(server, `${name}_new`) });
    await migrate(database);
    await database.close();
    await client.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}

function testServer(): string {
  const server = process.env.TEST_DATABASE_URL;
  if (server !== undefined) return server;
  throw new Error('TEST_DATABASE_URL must name a PostgreSQL server where databases may be made; npm test starts one');
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function asOwner(url: string, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}
