import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { isDatabaseDamaged } from './database-damage.ts';

const PROBLEMS_NAMED = 20;
const LOWEST_PRIORITY = 19;

/** What `quick_check` found: nothing in a whole database. */
export type QuickCheckResult = { problems: string[] };

// On Linux for this thread alone: everything else goes first.
setPriority(LOWEST_PRIORITY);
parentPort?.postMessage({ problems: quickCheck(String(workerData)) } satisfies QuickCheckResult);

/** On a connection of its own, which has no page in memory yet and so reads the file as it is. */
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
