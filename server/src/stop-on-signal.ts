import type { Api } from './http/api.ts';

/** Supervisors commonly kill a process ten seconds after SIGTERM. */
const LONGEST_STOP_MS = 9_500;
const LONGEST_REQUEST_MS = 8_000;
const IDLE_CHECK_MS = 50;

type OnStep = (left: readonly string[]) => void;

/** On SIGTERM and SIGINT, finishes accepted work and exits. The signal may arrive twice, for example from a process group. */
export function stopOnSignal(app: Api, closeParts: (onStep: OnStep) => Promise<void>): void {
  let stopping = false;
  let left: readonly string[] = ['requests'];

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    // A connection that was busy when closing began stays open after its answer.
    setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS).unref();
    // A client that never reads its answer must not block the stop.
    setTimeout(() => app.server.closeAllConnections(), LONGEST_REQUEST_MS).unref();
    // Nor must a database or disk that never answers. Acknowledged reports are stored; devices send the others again.
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
