import { expect, onTestFinished, test } from 'vitest';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { accountStore } from './accounts.store.ts';

// Prepared reads rely on this, because they bypass the queue in which queries wait for an open transaction.
test('on SQLite a transaction of this thread ends before the next request is processed', async () => {
  const { address } = await freshSqlite();
  const database = openDatabase(address);
  onTestFinished(database.close);
  await migrate(database);
  if (database.dialect !== 'sqlite') throw new Error('asked for SQLite');
  const moment = new Date(0).toISOString();
  const stamps = { createdAt: moment, updatedAt: moment };
  await database.kysely
    .insertInto('auth_user')
    .values({ id: 'ana', name: '', email: 'ana@gmail.com', emailVerified: 0, image: null, ...stamps })
    .execute();
  const store = accountStore(database, { team: false, secondFactor: 'optional' });
  for (const change of [
    () => store.changeEmail('ana', { email: 'new@gmail.com', now: 0 }),
    () => store.setPassword('ana', { hash: 'x', keepSession: 'none', now: 0 }),
    () => store.erase('ana'),
  ]) {
    let nextTurn = false;
    setImmediate(() => {
      nextTurn = true;
    });
    await change();
    expect([nextTurn, database.sqlite.inTransaction]).toEqual([false, false]);
  }
});
