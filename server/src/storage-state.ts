import type { StorageState } from '@vedette/contract/stream-event';
import { isDiskFull } from './disk/disk-full.ts';

const CHECK_EVERY_MS = 1_000;

type Parts = {
  /** Throws while no report can be stored. */
  check: () => void;
  now: () => number;
  onChange: (state: StorageState) => void;
};

/** Notices when reports begin to be refused and when they are taken again. Returns how to end it. */
export function watchStorage({ check, now, onChange }: Parts): () => void {
  let problem: Extract<StorageState, { since: string }>['refused'] | null = null;
  const timer = setInterval(() => {
    const found = problemNow();
    if (found === problem) return;
    problem = found;
    onChange(found === null ? { refused: null } : { refused: found, since: new Date(now()).toISOString() });
  }, CHECK_EVERY_MS).unref();

  function problemNow() {
    try {
      check();
      return null;
    } catch (error) {
      return isDiskFull(error) ? 'disk-full' : 'database';
    }
  }

  return () => clearInterval(timer);
}
