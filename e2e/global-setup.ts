import { build, staleParts } from '../scripts/build.mjs';
import { startPostgres } from '../scripts/postgres.mjs';

/** Journeys run on what is built from the sources as they are, with a PostgreSQL server at hand. `npm test` has seen to both. */
export default async function setUp() {
  await build(staleParts());
  if (process.env.TEST_DATABASE_URL) return undefined;
  const postgres = await startPostgres({ durable: false });
  process.env.TEST_DATABASE_URL = postgres.url;
  return postgres.stop;
}
