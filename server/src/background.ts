import type { Log } from './log.ts';

/** Work that no request waits for: the duration of an answer must not reveal whether a mail was sent. */
export type Background = {
  /** Starts the work in a later turn of the event loop. A failure is only logged, with `what` as the message. */
  run: (what: string, work: () => Promise<void>) => void;
  /** Resolves when all work has ended, including work that it started. */
  settled: () => Promise<void>;
  /** The same with a time limit. */
  stop: () => Promise<void>;
};

const LONGEST_STOP_MS = 5_000;

export function startBackground(log: Log): Background {
  const running = new Set<Promise<void>>();

  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    run(what, work) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, what))
        .finally(() => running.delete(done));
      running.add(done);
    },
    settled,
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LONGEST_STOP_MS);
      });
      await Promise.race([settled(), enough]);
      clearTimeout(timer);
    },
  };
}
