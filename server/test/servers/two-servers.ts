import type { Config } from '../../src/config.ts';
import { freshPostgres } from '../data/on-both-databases.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';

const AN_HOUR = 60 * 60 * 1_000;

/** Two servers on one database. They do not poll, so they depend on notifications. */
export async function twoServers(settings: Partial<Config> = {}): Promise<{ here: TestApp; there: TestApp }> {
  const place = await freshPostgres();
  const noPolling = { safetyPollMs: AN_HOUR, sessionCheckMs: AN_HOUR };
  const here = await buildTestApp(async () => place, settings, noPolling);
  const there = await buildTestApp(async () => place, settings, noPolling);
  return { here, there };
}
