import { expect, onTestFinished, test } from 'vitest';
import { freshSqlite } from '../../test/on-both-databases.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { accountStore } from './accounts.store.ts';

// Prepared reads rely on it: they look past the lock that queries wait at while a transaction is open.
test('on SQLite a transaction of this thread is over before the next request has its turn', async () => {
  const { address } = await freshSqlite();
  const database = openDatabase(address);
  onTestFinished(database.close);
  await migrate(database);
  if (database.dialect !== 'sqlite') throw new Error('asked for SQLite');
  const store = accountStore(database);
  for (const change of [
    () => store.changeEmail('nobody', { email: 'new@gmail.com', now: 0 }),
    () => store.setPassword('nobody', { hash: 'x', keepSession: 'none', now: 0 }),
    () => store.erase('nobody'),
  ]) {
    let nextTurn = false;
    setImmediate(() => {
      nextTurn = true;
    });
    await change();
    expect([nextTurn, database.sqlite.inTransaction]).toEqual([false, false]);
  }
});
