import path from 'node:path';
import type { DeviceListAnswer, NewDeviceAnswer } from '@vedette/contract/device';
import { type Api, call } from './api.ts';
import type { Camera } from './cameras.ts';
import { readSavedState, writeSavedState } from './saved-state.ts';

export type RegisteredCamera = Camera & { deviceId: string; key: string };
type KeptKeys = Record<string, { deviceId: string; key: string }>;

/** Registers the cameras that the server does not know yet, and stores their keys for the next run. */
export async function registerCameras(api: Api, cameras: Camera[], dataDir: string): Promise<RegisteredCamera[]> {
  const file = path.join(dataDir, 'demo-devices.json');
  const kept = (readSavedState(file) ?? {}) as KeptKeys;
  const known = await knownDeviceIds(api);
  const registered: RegisteredCamera[] = [];
  for (const camera of cameras) {
    const keptKey = kept[camera.name];
    const credentials = keptKey && known.has(keptKey.deviceId) ? keptKey : await register(api, camera);
    kept[camera.name] = credentials;
    writeSavedState(file, kept);
    registered.push({ ...camera, ...credentials });
  }
  return registered;
}

async function knownDeviceIds(api: Api): Promise<Set<string>> {
  const { json } = await call(api, { method: 'GET', path: '/api/devices' });
  return new Set((json as DeviceListAnswer).devices.map((device) => device.device_id));
}

async function register(api: Api, { name, location }: Camera): Promise<{ deviceId: string; key: string }> {
  const { json } = await call(api, { method: 'POST', path: '/api/devices', body: { name, location } });
  const { device_id, key } = json as NewDeviceAnswer;
  return { deviceId: device_id, key };
}
