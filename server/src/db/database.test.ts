import { expect, onTestFinished, test } from 'vitest';
import { freshPostgres } from '../../test/data/on-both-databases.ts';
import { openDatabase } from './database.ts';

test('connections let PostgreSQL detect a dead server within seconds and end its transactions', async () => {
  const { address } = await freshPostgres();
  const database = openDatabase(address);
  onTestFinished(database.close);
  if (database.dialect !== 'postgres') throw new Error('asked for PostgreSQL');
  const { pool } = database;
  const { rows } = await pool.query(`select current_setting('idle_in_transaction_session_timeout') as rest,
    current_setting('tcp_keepalives_idle') as idle, current_setting('tcp_keepalives_interval') as interval,
    current_setting('tcp_keepalives_count') as count`);
  expect(rows).toEqual([{ rest: '5s', idle: '5', interval: '2', count: '3' }]);
});
