import type { Log } from './log.ts';

/** Work that nobody waits for: an answer must not take longer because a mail is sent, nor tell by its time that one was. */
export type Background = {
  /** Begins after the current request's turn. A failure is logged under `what` and goes no further. */
  run: (what: string, work: () => Promise<void>) => void;
  /** Waits for what has begun and what that began. */
  settled: () => Promise<void>;
  /** The same, but not for ever. */
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
