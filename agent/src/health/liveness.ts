import { closeSync, openSync, utimesSync } from 'node:fs';
import { createThrottledLog } from '../log.ts';
import type { ServiceManager } from './service-manager.ts';

const EVERY_MS = 10_000;
/** Longer than any model needs for a frame. */
const FRAME_LIMIT_MS = 60_000;

export type LivenessSettings = {
  manager: ServiceManager;
  /** A file that is touched with each notification, for a health check; empty: none. */
  aliveFile: string;
  /** Whether the sender of reports makes progress. */
  isSending: () => boolean;
  describe: () => string;
};

/**
 * Notifies the watchdog while frames are processed and reports are sent. Without notifications systemd restarts the agent and a
 * container becomes unhealthy, so an unreachable camera or server must not stop them.
 */
export function startLiveness({ manager, aliveFile, isSending, describe }: LivenessSettings) {
  const stuckLog = createThrottledLog();
  const fileLog = createThrottledLog();
  let frameStartedAt: number | undefined;

  function stuckPart(): string | undefined {
    if (frameStartedAt !== undefined && performance.now() - frameStartedAt > FRAME_LIMIT_MS)
      return 'processing a frame';
    return isSending() ? undefined : 'sending reports';
  }

  function notify(...assignments: string[]) {
    const stuck = stuckPart();
    if (stuck !== undefined)
      return stuckLog.log(stuck, `THE AGENT IS STUCK (${stuck}): it no longer notifies the watchdog.`);
    stuckLog.reset();
    if (aliveFile) touch(aliveFile);
    manager.notify(...assignments, 'WATCHDOG=1', `STATUS=${status()}`);
  }

  function status(): string {
    try {
      return describe();
    } catch (error) {
      return String(error);
    }
  }

  notify('READY=1');
  const timer = setInterval(notify, Math.min(EVERY_MS, (manager.watchdogMs ?? Number.POSITIVE_INFINITY) / 3));
  return {
    /** Counts a frame as being processed until the promise settles. */
    watchFrame: async <T>(processing: Promise<T>): Promise<T> => {
      frameStartedAt = performance.now();
      try {
        return await processing;
      } finally {
        frameStartedAt = undefined;
      }
    },
    stop: () => {
      clearInterval(timer);
      manager.notify('STOPPING=1');
    },
  };

  function touch(file: string) {
    try {
      closeSync(openSync(file, 'a'));
      const now = new Date();
      utimesSync(file, now, now);
    } catch (error) {
      fileLog.log(file, `The alive-file cannot be written: ${String(error)}`);
    }
  }
}
