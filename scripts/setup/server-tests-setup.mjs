import { build, staleParts } from '../build.mjs';
import { startPostgres } from './postgres.mjs';

/**
 * Prepares the server's tests: builds the server, because its worker thread runs from the build, and starts a PostgreSQL
 * server unless `npm test` has started one.
 */
export async function setup() {
  // Its warning about Node 20 would fail tests, which expect no unknown lines.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  if (staleParts().includes('server')) await build(['server']);
  if (process.env.TEST_DATABASE_URL) return undefined;
  const postgres = await startPostgres({ durable: false });
  process.env.TEST_DATABASE_URL = postgres.url;
  return postgres.stop;
}
