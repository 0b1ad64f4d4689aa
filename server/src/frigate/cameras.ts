import { createHash } from 'node:crypto';
import { newSecret } from '../devices/device-key.ts';
import type { CallingDevice } from '../http/guards/closed-by-default.ts';
import type { Log } from '../log.ts';
import type { FrigateCamera, FrigateStore } from './frigate.store.ts';

export type Cameras = {
  /** Returns the camera's device, and registers it first if it is new. Null when it was revoked, or when there are too many. */
  deviceOf: (camera: string) => Promise<CallingDevice | null>;
  /** Lists the cameras that are devices. */
  all: () => Promise<{ id: string; name: string }[]>;
};

type Parts = { store: FrigateStore; topicPrefix: string; now: () => number; log: Log };

/** A limit, because a client of the broker can publish any number of camera names. */
const CAMERAS_MAX = 256;

/** Makes each camera of Frigate a device. The id is a hash of the name, so that all servers use the same one. */
export function frigateCameras({ store, topicPrefix, now, log }: Parts): Cameras {
  const warned = new Set<string>();

  function warnOnce(camera: string, device: string, reason: string) {
    if (warned.has(camera) || warned.size >= CAMERAS_MAX) return;
    warned.add(camera);
    log.warn({ camera, device }, reason);
  }

  async function add(id: string, camera: string): Promise<FrigateCamera | null> {
    if ((await store.countCameras(topicPrefix)) >= CAMERAS_MAX) {
      warnOnce(camera, id, `Frigate has more than ${CAMERAS_MAX} cameras: events of this one are ignored`);
      return null;
    }
    await store.addCamera(topicPrefix, {
      ...{ id, name: camera, location: null },
      // The key is never used, because the server reports for the camera.
      key_hash: newSecret(id).hash,
      ...{ old_key_hash: null, old_key_until: null, created_at: now(), last_seen_at: null, other_labels: 0 },
      ...{ heartbeat: null, heartbeat_at: null, heartbeat_state_since: null },
    });
    log.info({ camera, device: id }, 'a camera of Frigate is a device now');
    return (await store.find(id)) ?? null;
  }

  return {
    async deviceOf(camera) {
      const id = frigateDeviceId(topicPrefix, camera);
      const known = (await store.find(id)) ?? (await add(id, camera));
      if (known !== 'revoked') return known;
      warnOnce(camera, id, 'a camera of Frigate was revoked on the Devices page: its events are ignored');
      return null;
    },
    all: () => store.devicesOf(topicPrefix),
  };
}

/** Derives a device id in the format of all device ids. */
export function frigateDeviceId(topicPrefix: string, camera: string): string {
  return createHash('sha256').update(`frigate ${topicPrefix} ${camera}`).digest('hex').slice(0, 16);
}
