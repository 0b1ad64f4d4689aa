import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Ports below the ephemeral range of the system; browsers block none of these.
const FIRST = 11_000;
const COUNT = 10_000;

/**
 * Returns a free port of this machine and reserves it among all processes that call this function, until this process
 * ends: a server may start to listen there later, or restart.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = FIRST + randomInt(COUNT);
    // Listens on a second port as a lock, which the system releases when the process ends.
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
