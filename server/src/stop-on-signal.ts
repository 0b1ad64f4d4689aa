import type { Api } from './http/api.ts';

const LONGEST_STOP_MS = 8_000;
const IDLE_CHECK_MS = 50;

/** SIGTERM and SIGINT: no new work, finish what was accepted, then end. A process group may bring the signal twice. */
export function stopOnSignal(app: Api, closeParts: () => Promise<void>): void {
  let stopping = false;

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    // A connection that was busy when closing began stays open after its answer, because its client may want more.
    setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS).unref();
    // A client that never reads its answer must not keep the server.
    setTimeout(() => app.server.closeAllConnections(), LONGEST_STOP_MS).unref();
    try {
      await app.close();
      await closeParts();
    } catch (error) {
      app.log.error({ err: error }, 'stopping went wrong');
      process.exit(1);
    }
    process.exit(0);
  }

  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
