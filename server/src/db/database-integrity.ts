import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import type { DatabaseAddress } from './database.ts';
import { rememberDatabaseFiles } from './database-files.ts';
import type { QuickCheckResult } from './quick-check-thread.ts';

/** The first check runs after the start. */
const FIRST_CHECK_MS = 60_000;
const CHECK_EVERY_MS = 10 * 60_000;
/** After a check, a pause of so many times its duration limits checks to a twentieth of a core. */
const PAUSE_FACTOR = 19;

/** Whether the SQLite database in the data folder is intact. PostgreSQL databases are not checked. */
export type DatabaseIntegrity = {
  /** Throws while the database is damaged, or while its file is missing or replaced. */
  check: () => void;
  /** Result and end of the last check of the file; null before the first. */
  lastCheck: () => { intact: boolean; at: number } | null;
  /** Checks the file now; resolves when the check has ended. */
  run: () => Promise<void>;
  /** Records that a statement has failed because of damage. */
  noteDamage: (problem: string) => void;
  stop: () => Promise<void>;
};

export type DatabaseDamaged = Error & { code: 'DATABASE_DAMAGED' };

export function isMarkedDamaged(error: unknown): error is DatabaseDamaged {
  return error instanceof Error && 'code' in error && error.code === 'DATABASE_DAMAGED';
}

/** Watches the files of a SQLite database and runs SQLite's `quick_check` on it periodically, in a separate thread. */
export function watchDatabaseIntegrity(options: {
  address: DatabaseAddress;
  now: () => number;
  log: Log;
}): DatabaseIntegrity {
  const { address, now, log } = options;
  if (address.dialect === 'postgres') return NOT_CHECKED;
  const { file } = address;
  const checkFiles = rememberDatabaseFiles(address);
  let damage: string | null = null;
  let last: { intact: boolean; at: number } | null = null;
  let running: Promise<void> | null = null;
  let timer = schedule(FIRST_CHECK_MS);

  function schedule(ms: number) {
    return setTimeout(() => void run(), ms).unref();
  }

  function noteDamage(problem: string) {
    if (damage === null) log.fatal({ problem }, 'the database is damaged; reports are refused');
    damage = problem;
    last = { intact: false, at: now() };
  }

  function run(): Promise<void> {
    running ??= checkFile().finally(() => {
      running = null;
    });
    return running;
  }

  async function checkFile() {
    clearTimeout(timer);
    const startedAt = performance.now();
    try {
      const { problems } = await quickCheck(file);
      if (problems.length > 0) noteDamage(problems.join('; '));
      else {
        if (damage !== null) log.info('the database is whole again');
        damage = null;
        last = { intact: true, at: now() };
      }
    } catch (error) {
      log.error({ err: error }, 'the database could not be checked');
    }
    timer = schedule(Math.max(CHECK_EVERY_MS, PAUSE_FACTOR * (performance.now() - startedAt)));
  }

  return {
    check() {
      if (damage !== null) throw Object.assign(new Error(damage), { code: 'DATABASE_DAMAGED' as const });
      checkFiles();
    },
    lastCheck: () => last,
    run,
    noteDamage,
    async stop() {
      await running;
      clearTimeout(timer);
    },
  };
}

const NOT_CHECKED: DatabaseIntegrity = {
  check: () => {},
  lastCheck: () => null,
  run: async () => {},
  noteDamage: () => {},
  stop: async () => {},
};

/** The thread is a separate bundle beside the server's. Run from source (in tests), it is the last built bundle. */
async function quickCheck(file: string): Promise<QuickCheckResult> {
  const fromSource = import.meta.url.endsWith('.ts');
  const thread = new URL(fromSource ? '../../dist/quick-check-thread.js' : './quick-check-thread.js', import.meta.url);
  const worker = new Worker(thread, { workerData: file });
  const [result] = (await once(worker, 'message')) as [QuickCheckResult];
  return result;
}
