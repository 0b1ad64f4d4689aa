import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import type { DatabaseAddress } from './database.ts';
import { rememberDatabaseFiles } from './database-files.ts';
import type { QuickCheckResult } from './quick-check-thread.ts';

/** The first check waits until the start is over. */
const FIRST_CHECK_MS = 60_000;
const CHECK_EVERY_MS = 10 * 60_000;
/** A check may take a twentieth of a core on average: after it there is a rest of so many times its length. */
const REST_FACTOR = 19;

/** Whether the database in the data folder can be trusted. PostgreSQL looks after itself. */
export type DatabaseIntegrity = {
  /** Throws while the database is damaged, or while its path leads to another file or to none. */
  check: () => void;
  /** What the last check of the file found, and when it ended; null before the first. */
  lastCheck: () => { intact: boolean; at: number } | null;
  /** Checks the file now. Resolves when that is done. */
  run: () => Promise<void>;
  /** A statement has failed because of damage. */
  noteDamage: (problem: string) => void;
  stop: () => Promise<void>;
};

export type DatabaseDamaged = Error & { code: 'DATABASE_DAMAGED' };

export function isMarkedDamaged(error: unknown): error is DatabaseDamaged {
  return error instanceof Error && 'code' in error && error.code === 'DATABASE_DAMAGED';
}

/** Remembers the files of a SQLite database, and runs SQLite's `quick_check` on it now and then, in a thread of its own. */
export function watchDatabaseIntegrity(options: {
  address: DatabaseAddress;
  now: () => number;
  log: Log;
}): DatabaseIntegrity {
  const { address, now, log } = options;
  if (address.dialect === 'postgres') return TRUSTED;
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
    timer = schedule(Math.max(CHECK_EVERY_MS, REST_FACTOR * (performance.now() - startedAt)));
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

const TRUSTED: DatabaseIntegrity = {
  check: () => {},
  lastCheck: () => null,
  run: async () => {},
  noteDamage: () => {},
  stop: async () => {},
};

/** The thread is a bundle of its own, beside the server's; run from source (tests) it is the one built last. */
async function quickCheck(file: string): Promise<QuickCheckResult> {
  const fromSource = import.meta.url.endsWith('.ts');
  const thread = new URL(fromSource ? '../../dist/quick-check-thread.js' : './quick-check-thread.js', import.meta.url);
  const worker = new Worker(thread, { workerData: file });
  const [result] = (await once(worker, 'message')) as [QuickCheckResult];
  return result;
}
