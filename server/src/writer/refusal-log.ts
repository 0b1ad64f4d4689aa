import type { Log } from '../log.ts';

const EVERY_MS = 10_000;

export type RefusalLog = { note: (reason: string) => void; stop: () => void };

/**
 * Logs the first report that was refused, and then every ten seconds how many more were: a line for each would fill a
 * disk that may be full already.
 */
export function createRefusalLog(log: Log): RefusalLog {
  let timer: NodeJS.Timeout | undefined;
  let more = 0;
  let newest = '';

  function tellMore() {
    timer = undefined;
    if (more === 0) return;
    log.error({ reports: more, reason: newest }, 'more reports were not stored');
    more = 0;
    timer = setTimeout(tellMore, EVERY_MS).unref();
  }

  return {
    note(reason) {
      newest = reason;
      if (timer !== undefined) {
        more += 1;
        return;
      }
      log.error({ reason }, 'a report was not stored');
      timer = setTimeout(tellMore, EVERY_MS).unref();
    },
    stop() {
      clearTimeout(timer);
      tellMore();
      clearTimeout(timer);
    },
  };
}
