import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { describe, onTestFinished } from 'vitest';
import type { DatabaseAddress } from '../src/db/database.ts';
import type { ObjectStoreSettings } from '../src/object-store-settings.ts';
import { emptyFolder } from './empty-folder.ts';

/** A database of its own for every call, gone when the test has finished. */
export type FreshDatabase = () => Promise<{
  address: DatabaseAddress;
  dataDir: string;
  /** Absent: frames are beside the rows. */
  objectStore?: ObjectStoreSettings;
}>;

/** Runs the suite on SQLite and on the PostgreSQL server that TEST_DATABASE_URL names. */
export function onBothDatabases(name: string, suite: (fresh: FreshDatabase) => void): void {
  describe(`${name} (SQLite)`, () => suite(freshSqlite));
  describe(`${name} (PostgreSQL)`, () => suite(freshPostgres));
}

export async function freshSqlite(): ReturnType<FreshDatabase> {
  const dataDir = emptyFolder();
  return { dataDir, address: { dialect: 'sqlite', file: join(dataDir, 'vedette.db') } };
}

export async function freshPostgres(): ReturnType<FreshDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) {
    throw new Error('TEST_DATABASE_URL must name a PostgreSQL server where databases may be made; npm test starts one');
  }
  const name = `vedette_test_${randomBytes(6).toString('hex')}`;
  await asOwner(server, `create database ${name}`);
  onTestFinished(() => asOwner(server, `drop database ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { dataDir: emptyFolder(), address: { dialect: 'postgres', url: url.href } };
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
