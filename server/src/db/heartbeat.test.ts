import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { newDetection } from '../../test/data/new-detection.ts';
import { freshPostgres } from '../../test/data/on-both-databases.ts';
import { openStore } from '../../test/data/open-store.ts';
import { cuttableProxy } from '../../test/doubles/cuttable-proxy.ts';
import { isConnectionLost } from './connection-lost.ts';
import { type DatabaseAddress, openDatabase } from './database.ts';

function open(address: DatabaseAddress) {
  const database = openDatabase(address);
  onTestFinished(database.close);
  return database;
}

test('a dead network fails its queries as lost connections; a slow statement is waited for', async () => {
  const { address } = await freshPostgres();
  const proxy = await cuttableProxy(address.dialect === 'postgres' ? address.url : '');
  const near = open(address);
  const far = open({ dialect: 'postgres', url: proxy.url });
  await sql`select 1`.execute(far.kysely);
  const slow = sql`select pg_sleep(8)`.execute(near.kysely);
  proxy.cut('silent');
  const error = await sql`select 1`.execute(far.kysely).catch((reason: unknown) => reason);
  expect(isConnectionLost(error)).toBe(true);
  proxy.heal();
  await expect.poll(() => sql`select 1`.execute(far.kysely).then(Boolean, () => false)).toBe(true);
  expect((await slow).rows).toHaveLength(1);
});

test('locks of a server that died without closing its connections are released soon', async () => {
  const place = await freshPostgres();
  const store = await openStore(place);
  const dead = open(place.address);
  if (dead.dialect !== 'postgres') throw new Error('Only PostgreSQL has several servers');
  const connection = await dead.pool.connect();
  await connection.query('begin');
  await connection.query('update event_head set seq = seq');
  const { repeated } = await store.writer.add(newDetection(), null);
  expect(repeated).toBe(false);
  await expect(connection.query('commit')).rejects.toSatisfy(isConnectionLost);
  connection.release(true);
});
