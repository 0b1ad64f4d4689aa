import type { Api } from './http/api.ts';

/** Supervisors commonly kill what has not ended ten seconds after it was asked to. */
const LONGEST_STOP_MS = 9_500;
const LONGEST_REQUEST_MS = 8_000;
const IDLE_CHECK_MS = 50;

type OnStep = (left: readonly string[]) => void;

/** SIGTERM and SIGINT: no new work, finish what was accepted, then end. A process group may bring the signal twice. */
export function stopOnSignal(app: Api, closeParts: (onStep: OnStep) => Promise<void>): void {
  let stopping = false;
  let left: readonly string[] = ['requests'];

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    // A connection that was busy when closing began stays open after its answer, because its client may want more.
    setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS).unref();
    // A client that never reads its answer must not keep the server.
    setTimeout(() => app.server.closeAllConnections(), LONGEST_REQUEST_MS).unref();
    // Neither must a database or a disk that never answers. What was acknowledged is stored; the rest is sent again.
    setTimeout(() => {
      app.log.error({ left }, 'stopping took too long and was cut short');
      process.exit(1);
    }, LONGEST_STOP_MS);
    try {
      await app.close();
      await closeParts((parts) => {
        left = parts;
      });
    } catch (error) {
      app.log.error({ err: error, left }, 'stopping went wrong');
      process.exit(1);
    }
    process.exit(0);
  }

  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
