import { build as bundle } from 'esbuild';
import { build, serverBuildOptions, staleParts } from '../scripts/build.mjs';
import { startPostgres } from '../scripts/setup/postgres.mjs';

/** Journeys need current builds and a PostgreSQL server, which `npm test` provides. */
export default async function setUp() {
  await build(staleParts());
  await buildServerHost();
  if (process.env.TEST_DATABASE_URL) return undefined;
  const postgres = await startPostgres({ durable: false });
  process.env.TEST_DATABASE_URL = postgres.url;
  return postgres.stop;
}

/** Bundles the server's code and its threads with an entry that opens one server after the other. */
async function buildServerHost() {
  const { entryPoints, ...options } = serverBuildOptions();
  const beside = entryPoints.filter((entry) => entry !== 'server/src/main.ts');
  await bundle({ ...options, entryPoints: ['e2e/server-host.ts', ...beside], outdir: 'e2e/dist' });
}
