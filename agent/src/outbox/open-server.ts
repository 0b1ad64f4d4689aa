import { httpServer } from './http-uplink.ts';
import type { Server, ServerAddress } from './server.ts';

/** Uses MQTT for a broker's address, and HTTP for any other. */
export async function openServer(address: ServerAddress): Promise<Server> {
  if (!/^mqtts?:/.test(address.server)) return httpServer(address);
  // Loaded on demand, because HTTP does not need the MQTT library.
  const { mqttServer } = await import('./mqtt-uplink.ts');
  return mqttServer(address);
}
