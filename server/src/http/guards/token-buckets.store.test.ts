import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshPostgres } from '../../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import { sharedBuckets } from './token-buckets.store.ts';

test("shared buckets use the database's clock by default", async () => {
  const { dependencies } = await buildTestApp(freshPostgres);
  const { kysely } = dependencies.database;
  const open = sharedBuckets({ kysely, secret: 'a secret', now: undefined });
  const buckets = open('slow', { capacity: 2, perSecond: 1 / 3_600 });
  expect([await buckets.take('key'), await buckets.take('key')]).toEqual([0, 0]);
  expect(await buckets.take('key')).toBeCloseTo(3_600, -2);
  await sql`update rate_limit set full_at = full_at - 3600000`.execute(kysely);
  expect(await buckets.take('key')).toBe(0);
  expect(await buckets.take('key')).toBeGreaterThan(0);
  await buckets.giveBack('key');
  expect(await buckets.take('key')).toBe(0);
});
