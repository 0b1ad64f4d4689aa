import { createHash } from 'node:crypto';
import { newSecret } from '../devices/device-key.ts';
import type { CallingDevice } from '../http/guards/closed-by-default.ts';
import type { Log } from '../log.ts';
import type { FrigateStore, KnownCamera } from './frigate.store.ts';

export type Cameras = {
  /** Makes the camera a device when it is seen for the first time. Null when somebody has revoked it, or there are too many. */
  deviceOf: (camera: string) => Promise<CallingDevice | null>;
  /** The cameras that are devices. */
  all: () => Promise<{ id: string; name: string }[]>;
};

type Parts = { store: FrigateStore; topicPrefix: string; now: () => number; log: Log };

/** Whoever may publish to the broker can name any number of cameras. */
const CAMERAS_MAX = 256;

/** Each camera of Frigate is a device whose id follows from its name, so that all servers agree on it. */
export function frigateCameras({ store, topicPrefix, now, log }: Parts): Cameras {
  const refused = new Set<string>();

  function refuse(camera: string, device: string, reason: string) {
    if (refused.has(camera) || refused.size >= CAMERAS_MAX) return;
    refused.add(camera);
    log.warn({ camera, device }, reason);
  }

  async function add(id: string, camera: string): Promise<KnownCamera | null> {
    if ((await store.countCameras(topicPrefix)) >= CAMERAS_MAX) {
      refuse(camera, id, `Frigate has more than ${CAMERAS_MAX} cameras: what this one sees is not taken`);
      return null;
    }
    await store.addCamera(topicPrefix, {
      ...{ id, name: camera, location: null },
      // Nobody is told the key: its reports come by way of Frigate.
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
      refuse(camera, id, 'a camera of Frigate was revoked on the Devices page: what it sees is not taken');
      return null;
    },
    all: () => store.devicesOf(topicPrefix),
  };
}

/** Looks like the id of any device. */
export function frigateDeviceId(topicPrefix: string, camera: string): string {
  return createHash('sha256').update(`frigate ${topicPrefix} ${camera}`).digest('hex').slice(0, 16);
}
