import type { Detection } from '@vedette/contract/detection';
import type { Device } from '@vedette/contract/device';
import { expect } from 'vitest';
import type { Config } from '../../src/config.ts';
import { readConfig } from '../../src/config.ts';
import type { FreshDatabase } from '../data/on-both-databases.ts';
import { type FrigateDouble, startFrigateDouble } from '../doubles/frigate-double.ts';
import { type Broker, startBroker, untilMqttConnected } from '../doubles/mqtt-broker.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import type { Guard } from './sign-in-as.ts';

/** The time of the tests' clock, in seconds as Frigate uses them. */
export const NOON = Date.UTC(2025, 0, 15, 12) / 1_000;

/** The server's settings for the double. */
export function frigateSettings(broker: Broker, frigate: FrigateDouble): Partial<Config> {
  const read = readConfig({
    MQTT_URL: broker.url,
    FRIGATE_URL: frigate.url,
    FRIGATE_LABELS: 'knife=Knife,gun=Pistol:9',
  });
  if ('mistakes' in read) throw new Error(read.mistakes.join());
  return { mqttUrl: read.config.mqttUrl, frigate: read.config.frigate };
}

/** A broker and a double of Frigate that publishes to it. */
export async function startFrigateSite(options: { password?: string } = {}) {
  const broker = await startBroker();
  const frigate = await startFrigateDouble(broker, options);
  let servers = 0;
  return {
    broker,
    frigate,
    /** Starts a server for this Frigate. Resolves when it is connected to the broker and has stored its list position. */
    async open(fresh: FreshDatabase): Promise<Guarded> {
      const app = await buildTestApp(fresh, frigateSettings(broker, frigate));
      await untilMqttConnected(app);
      await expect.poll(() => listPositions(app)).toHaveLength(1);
      servers += 1;
      return guarded(app, await app.signIn(`guard-${servers}@gmail.com`));
    },
  };
}

export type Guarded = ReturnType<typeof guarded>;

/** Wraps a server with the requests of a signed-in guard. */
function guarded(app: TestApp, headers: Guard) {
  const get = (url: string) => app.api.inject({ url, headers });
  const detections = async () => (await get('/api/detections/all?limit=1000')).json<{ data: Detection[] }>().data;
  const devices = async () => {
    const answer = (await get('/api/devices')).json<{ devices: Device[] }>();
    return answer.devices.sort((a, b) => a.name.localeCompare(b.name));
  };
  return {
    ...app,
    detections,
    devices,
    /** Resolves with the detection of this Frigate event. */
    detected: async (event: string): Promise<Detection> => {
      const find = async () => (await detections()).find(({ track_id }) => track_id === event);
      await expect.poll(find).toBeDefined();
      return (await find()) as Detection;
    },
    frameOf: async ({ id }: Detection) => (await get(`/api/detections/${id}/jpeg`)).rawPayload,
    revoke: (id: string) => app.api.inject({ method: 'DELETE', url: `/api/devices/${id}`, headers }),
    rename: (id: string, payload: { name: string; location: string }) =>
      app.api.inject({ method: 'PATCH', url: `/api/devices/${id}`, headers, payload }),
  };
}

function listPositions({ dependencies }: TestApp) {
  return dependencies.database.kysely.selectFrom('frigate_list').selectAll().execute();
}
