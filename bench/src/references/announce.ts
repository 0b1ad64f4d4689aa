import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sends the port to the bench, and ends when the bench ends. */
export function announce(server: Server): void {
  const { port } = server.address() as AddressInfo;
  process.on('disconnect', () => process.exit(0));
  process.send?.(port);
}
