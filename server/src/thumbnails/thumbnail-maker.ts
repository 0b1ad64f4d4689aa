import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log.ts';

export type MadeThumbnail =
  | { thumbnail: Uint8Array }
  /** `unavailable`: the image library cannot be loaded here. `timeout`: it took too long and was killed. */
  | { failed: 'unreadable' | 'unavailable' | 'timeout'; reason: string };

export type ThumbnailMaker = {
  /** Makes one picture at a time. Never rejects. */
  make: (jpeg: Buffer) => Promise<MadeThumbnail>;
  stop: () => void;
};

const TIME_LIMIT_MS = 5_000;
/** The process uses some 60 MB and takes 250 ms to start. */
const IDLE_MS = 30_000;

/** The process is a bundle of its own beside the server's; when run from source (tests), the last built one. */
function processFile(): string {
  const fromSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(
    new URL(fromSource ? '../../dist/thumbnail-process.js' : './thumbnail-process.js', import.meta.url),
  );
}

type Parts = { log: Log; timeLimitMs?: number | undefined };

/** Makes thumbnails in a process that is started on demand and stopped when it is idle. */
export function createThumbnailMaker({ log, timeLimitMs = TIME_LIMIT_MS }: Parts): ThumbnailMaker {
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isUnavailable = false;

  function running(): ChildProcess {
    if (child !== undefined) return child;
    const started = fork(processFile(), { serialization: 'advanced', env: {}, execArgv: [] });
    const forget = () => {
      if (child === started) child = undefined;
    };
    started.once('exit', forget).once('error', forget);
    // Neither keeps the server from exiting.
    started.unref();
    started.channel?.unref();
    child = started;
    return started;
  }

  function end() {
    clearTimeout(idleTimer);
    child?.kill('SIGKILL');
    child = undefined;
  }

  function makeNow(jpeg: Buffer): Promise<MadeThumbnail> {
    clearTimeout(idleTimer);
    const maker = running();
    return new Promise<MadeThumbnail>((resolve) => {
      const timer = setTimeout(() => {
        end();
        finish({ failed: 'timeout', reason: `not made within ${timeLimitMs} ms` });
      }, timeLimitMs);
      const onExit = () => finish({ failed: 'unreadable', reason: 'the process ended' });
      const finish = (made: MadeThumbnail) => {
        clearTimeout(timer);
        maker.off('message', finish).off('exit', onExit).off('error', onExit);
        idleTimer = setTimeout(end, IDLE_MS).unref();
        resolve(made);
      };
      maker.once('message', finish).once('exit', onExit).once('error', onExit);
      maker.send(jpeg);
    });
  }

  return {
    make: (jpeg) => {
      const made = last
        .then(() => makeNow(jpeg))
        .then((result) => {
          if ('failed' in result && result.failed === 'unavailable' && !isUnavailable) {
            isUnavailable = true;
            log.warn({ reason: result.reason }, 'cards get whole frames: none can be made smaller here');
          }
          return result;
        });
      last = made;
      return made;
    },
    stop: end,
  };
}
