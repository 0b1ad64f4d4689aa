import { Socket } from 'node:net';
import pg from 'pg';

const BEAT_MS = 2_000;
const SILENT_MS = 5_000;

export type Pulse = {
  /** A socket for a connection that shall be broken in a silence; for the driver's option `stream`. */
  socket: () => Socket;
  stop: () => void;
};

/**
 * A query on a network that has died waits for as long as the system keeps trying: a quarter of an hour. Therefore a
 * connection of its own asks for a sign of life now and then. When none comes, every other connection is broken, and what
 * was asked on it fails like on any that is lost. A statement that takes long is no silence.
 */
export function startPulse(connection: pg.ClientConfig): Pulse {
  const sockets = new Set<Socket>();
  let own: pg.Client | null = null;
  let next = setTimeout(beat, BEAT_MS);
  let stopped = false;

  async function beat() {
    const asked = [...sockets];
    let answered = false;
    // A process that was busy finds the time over before it finds the answer: it looks once more.
    const silence = setTimeout(() => setImmediate(() => answered || breakAll(asked)), SILENT_MS);
    try {
      own ??= await connect();
      await own.query('select 1');
    } catch {
      // Refused or lost is no silence: the others learn of it by themselves.
      own?.connection.stream.destroy();
      own = null;
    }
    answered = true;
    clearTimeout(silence);
    if (stopped) own?.connection.stream.destroy();
    else next = setTimeout(beat, BEAT_MS);
  }

  async function connect() {
    const limits = { connectionTimeoutMillis: 2 * SILENT_MS, query_timeout: 2 * SILENT_MS };
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

function breakAll(sockets: readonly Socket[]) {
  const reason = Object.assign(new Error('The database has fallen silent'), { code: 'ETIMEDOUT' });
  for (const socket of sockets) socket.destroy(reason);
}
