import { httpServer } from './http-uplink.ts';
import type { Server, ServerAddress } from './server.ts';

/** Over HTTP, or over the broker at an address of MQTT. */
export async function openServer(address: ServerAddress): Promise<Server> {
  if (!/^mqtts?:/.test(address.server)) return httpServer(address);
  // Who reports over HTTP does not wait for the library to load.
  const { mqttServer } = await import('./mqtt-uplink.ts');
  return mqttServer(address);
}
