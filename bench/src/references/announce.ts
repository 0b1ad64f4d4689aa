import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tells the bench the port, and ends with it. */
export function announce(server: Server): void {
  const { port } = server.address() as AddressInfo;
  process.on('disconnect', () => process.exit(0));
  process.send?.(port);
}
