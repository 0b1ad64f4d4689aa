import type { Log } from '../log.ts';
import type { LastSeenStore } from './last-seen.store.ts';

export type LastSeen = {
  /** Notes an accepted report, in memory only. */
  note: (deviceId: string) => void;
  /** Writes the noted times. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
};

type Parts = { store: LastSeenStore; now: () => number; log: Log };

const FLUSH_MS = 1_000;

/** Keeps `last_seen_at` up to date with at most one write per second. */
export function lastSeen({ store, now, log }: Parts): LastSeen {
  let noted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  /** Waits for a running write, whose times are noted no more and not stored yet. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = running.then(writeNoted);
    return running;
  }

  async function writeNoted(): Promise<void> {
    if (noted.size === 0) return;
    const seen = noted;
    noted = new Map();
    if (await tryWrite(seen)) return;
    // Newer times replace those that could not be written.
    noted = new Map([...seen, ...noted]);
    schedule();
  }

  async function tryWrite(seen: ReadonlyMap<string, number>): Promise<boolean> {
    try {
      return await store.write(seen);
    } catch (error) {
      log.warn({ err: error }, 'cannot write when devices were last seen; trying again');
      return false;
    }
  }

  function schedule(): void {
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  return {
    note(deviceId) {
      noted.set(deviceId, now());
      schedule();
    },
    flush,
    async stop() {
      await flush();
      clearTimeout(timer);
      await store.close();
    },
  };
}
