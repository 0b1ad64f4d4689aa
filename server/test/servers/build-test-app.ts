import type { Role } from '@vedette/contract/roles';
import { onTestFinished } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { buildDependencies, type Dependencies } from '../../src/dependencies.ts';
import type { Api } from '../../src/http/api.ts';
import type { FreshDatabase } from '../data/on-both-databases.ts';
import { type Guard, signInAs } from './sign-in-as.ts';
import { type TestLog, testLog } from './test-log.ts';

export type TestApp = {
  api: Api;
  dependencies: Dependencies;
  /** The clock, which only the test moves; setting it back does not change the monotonic time. */
  clock: { advance: (ms: number) => void; setBack: (ms: number) => void };
  /** The headers of a signed-in guard for `inject`; another address gives another guard. */
  signIn: (email?: string, role?: Role) => Promise<Guard>;
  expectLogLine: TestLog['expectLine'];
  allowLogLine: TestLog['allowLine'];
  logLines: TestLog['lines'];
  /** Closes the server before the test has finished, for a restart on the same data. */
  close: () => Promise<void>;
};

/** A time in the past, so that sessions from the library's own clock are still valid. */
const START = Date.UTC(2025, 0, 15, 12);
export const TEST_ORIGIN = 'http://localhost:8080';
const SECRET = 'a secret for tests, of at least 32 characters';

/** The complete server on a new database; it is closed when the test has finished. */
export async function buildTestApp(
  fresh: FreshDatabase,
  settings: Partial<Config> = {},
  overrides: { safetyPollMs?: number; sessionCheckMs?: number; firebaseKeysUrl?: string } = {},
): Promise<TestApp> {
  const { address, dataDir, objectStore } = await fresh();
  let ms = START;
  let elapsedMs = 0;
  const { log, expectLine, allowLine, lines } = testLog(settings.logLevel);
  const defaults = readConfig({});
  if ('mistakes' in defaults) throw new Error(defaults.mistakes.join('\n'));
  const config: Config = {
    ...defaults.config,
    dataDir,
    databaseUrl: address.dialect === 'postgres' ? address.url : undefined,
    objectStore,
    sessionSecret: SECRET,
    ...settings,
  };
  const dependencies = await buildDependencies(config, { now: () => ms, elapsed: () => elapsedMs, log, ...overrides });
  const api = await buildApp(dependencies);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= api.close().then(dependencies.close);
    return closed;
  };
  onTestFinished(close);
  return {
    api,
    dependencies,
    clock: {
      advance: (by) => {
        ms += by;
        elapsedMs += by;
      },
      setBack: (by) => {
        ms -= by;
      },
    },
    signIn: (email = 'guard@gmail.com', role) =>
      signInAs({
        email,
        ...(role && { role }),
        database: dependencies.database,
        baseUrl: dependencies.baseUrl,
        secret: SECRET,
        now: ms,
      }),
    expectLogLine: expectLine,
    allowLogLine: allowLine,
    logLines: lines,
    close,
  };
}
