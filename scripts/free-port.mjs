import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below those that systems give to outgoing connections and to whoever asks for any port; browsers refuse none of these.
const FIRST = 11_000;
const COUNT = 10_000;

/**
 * A port of this machine on which nothing listens just now. No other caller gets it while this process runs, whichever
 * process asks: a server may take its time to listen there, and may come back to it.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = FIRST + randomInt(COUNT);
    // Taken by listening on another port that belongs to it, because that ends with the process, however it ends.
    const claim = await listensOn(port + COUNT);
    if (claim === null) continue;
    claim.unref();
    const probe = await listensOn(port);
    if (probe === null) {
      claim.close();
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** @param {number} port */
async function listensOn(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null;
    throw error;
  }
}
