import { build, staleParts } from './build.mjs';
import { startPostgres } from './postgres.mjs';

/**
 * Before the server's tests: the built server is current, for its worker thread runs from there, and
 * there is a PostgreSQL server. `npm test` brings one; `npx vitest` alone gets one here.
 */
export async function setup() {
  // Its warning about Node 20 is meant for maintainers, and an unexpected line fails a test.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  if (staleParts().includes('server')) await build(['server']);
  if (process.env.TEST_DATABASE_URL) return undefined;
  const postgres = await startPostgres({ durable: false });
  process.env.TEST_DATABASE_URL = postgres.url;
  return postgres.stop;
}
