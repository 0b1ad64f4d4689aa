import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { isDatabaseDamaged } from './database-damage.ts';

const PROBLEMS_NAMED = 20;
const LOWEST_PRIORITY = 19;

/** The problems that `quick_check` found; none in an intact database. */
export type QuickCheckResult = { problems: string[] };

// On Linux this sets the priority of this thread only.
setPriority(LOWEST_PRIORITY);
parentPort?.postMessage({ problems: quickCheck(String(workerData)) } satisfies QuickCheckResult);

/** Uses a new connection, which has no pages in memory and therefore reads the file. */
function quickCheck(file: string): string[] {
  try {
    const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true });
    try {
      const rows = sqlite.pragma(`quick_check(${PROBLEMS_NAMED})`) as { quick_check: string }[];
      return rows.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok');
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (isDatabaseDamaged(error)) return [(error as Error).message];
    throw error;
  }
}
