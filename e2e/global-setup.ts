import { build as bundle } from 'esbuild';
import { build, serverBuildOptions, staleParts } from '../scripts/build.mjs';
import { startPostgres } from '../scripts/postgres.mjs';

/** Journeys run on what is built from the sources as they are, with a PostgreSQL server at hand. `npm test` has seen to both. */
export default async function setUp() {
  await build(staleParts());
  await buildServerHost();
  if (process.env.TEST_DATABASE_URL) return undefined;
  const postgres = await startPostgres({ durable: false });
  process.env.TEST_DATABASE_URL = postgres.url;
  return postgres.stop;
}

/** The server's code bundled as ever, its threads beside it, behind an entry that opens one server after the other. */
async function buildServerHost() {
  const { entryPoints, ...options } = serverBuildOptions();
  const beside = entryPoints.filter((entry) => entry !== 'server/src/main.ts');
  await bundle({ ...options, entryPoints: ['e2e/server-host.ts', ...beside], outdir: 'e2e/dist' });
}
