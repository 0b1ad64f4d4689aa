import { closeSync, openSync, utimesSync } from 'node:fs';
import { createRepeatedLog } from '../log.ts';
import type { ServiceManager } from './service-manager.ts';

const EVERY_MS = 10_000;
/** Longer than any model needs for a frame. */
const LONGEST_FRAME_MS = 60_000;

export type LivenessSettings = {
  manager: ServiceManager;
  /** Touched at each sign of life, for a health check; empty: none. */
  aliveFile: string;
  /** Whether the sender of reports goes on, too. */
  isSending: () => boolean;
  describe: () => string;
};

/**
 * Signs of life, as long as frames are looked at and reports are sent. Without them systemd starts the agent again, and a container
 * becomes unhealthy: a camera or server that is away is no reason for either.
 */
export function startLiveness({ manager, aliveFile, isSending, describe }: LivenessSettings) {
  const stuckLog = createRepeatedLog();
  const fileLog = createRepeatedLog();
  let frameSince: number | undefined;

  function stuckPart(): string | undefined {
    if (frameSince !== undefined && performance.now() - frameSince > LONGEST_FRAME_MS) return 'looking at a frame';
    return isSending() ? undefined : 'sending reports';
  }

  function show(...assignments: string[]) {
    const stuck = stuckPart();
    if (stuck !== undefined) return stuckLog.tell(stuck, `THE AGENT IS STUCK (${stuck}): it gives no sign of life.`);
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

  show('READY=1');
  const timer = setInterval(show, Math.min(EVERY_MS, (manager.watchdogMs ?? Number.POSITIVE_INFINITY) / 3));
  return {
    /** Notes that a frame is being looked at until this is done. */
    watch: async <T>(looking: Promise<T>): Promise<T> => {
      frameSince = performance.now();
      try {
        return await looking;
      } finally {
        frameSince = undefined;
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
      fileLog.tell(file, `The alive-file cannot be written: ${String(error)}`);
    }
  }
}
