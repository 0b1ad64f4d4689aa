import { Socket } from 'node:net';
import pg from 'pg';

const HEARTBEAT_MS = 2_000;
const TIMEOUT_MS = 5_000;

export type Heartbeat = {
  /** Creates a socket that is destroyed when the heartbeat times out; for the driver's option `stream`. */
  socket: () => Socket;
  stop: () => void;
};

/**
 * On a dead network a query waits until the system gives up, a quarter of an hour. A separate connection therefore sends
 * heartbeats. When one times out, all other connections are destroyed and their queries fail as on any lost connection.
 * A slow statement on another connection does not delay the heartbeat.
 */
export function startHeartbeat(connection: pg.ClientConfig): Heartbeat {
  const sockets = new Set<Socket>();
  let own: pg.Client | null = null;
  let next = setTimeout(beat, HEARTBEAT_MS);
  let stopped = false;

  async function beat() {
    const monitored = [...sockets];
    let answered = false;
    // When the event loop was blocked, the timer fires before a received answer is read; setImmediate reads it first.
    const timeout = setTimeout(() => setImmediate(() => answered || destroyAll(monitored)), TIMEOUT_MS);
    try {
      own ??= await connect();
      await own.query('select 1');
    } catch {
      // A refused or lost connection is no timeout: the other connections fail by themselves.
      own?.connection.stream.destroy();
      own = null;
    }
    answered = true;
    clearTimeout(timeout);
    if (stopped) own?.connection.stream.destroy();
    else next = setTimeout(beat, HEARTBEAT_MS);
  }

  async function connect() {
    const limits = { connectionTimeoutMillis: 2 * TIMEOUT_MS, query_timeout: 2 * TIMEOUT_MS };
    const client = new pg.Client({ ...connection, ...limits });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  return {
    socket: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    stop: () => {
      stopped = true;
      clearTimeout(next);
      own?.connection.stream.destroy();
    },
  };
}

function destroyAll(sockets: readonly Socket[]) {
  const reason = Object.assign(new Error('The database does not respond'), { code: 'ETIMEDOUT' });
  for (const socket of sockets) socket.destroy(reason);
}
