import { setTimeout as pause } from 'node:timers/promises';
import { isUnwatched } from '@vedette/contract/device-state';
import type { Heartbeat } from '@vedette/contract/heartbeat';
import { stateOf } from '../devices/heartbeats.rules.ts';
import type { Heartbeats } from '../devices/heartbeats.ts';
import type { LastSeen } from '../devices/last-seen.ts';
import type { Cameras } from './cameras.ts';
import { type CameraStats, cameraStats, isStats } from './frigate-messages.ts';

export type CameraStates = {
  /** Takes a message of `<prefix>/stats`: a heartbeat of each camera. */
  noteStats: (message: unknown) => Promise<void>;
  /** Frigate has ended: nobody watches at its cameras. */
  noteEnd: () => Promise<void>;
};

type Parts = {
  cameras: Cameras;
  heartbeats: Pick<Heartbeats, 'note' | 'of'>;
  lastSeen: Pick<LastSeen, 'note'>;
  now: () => number;
};

const NO_OUTBOX = { waiting: 0, oldest_age: null, dead: 0 };

export function cameraStates({ cameras, heartbeats, lastSeen, now }: Parts): CameraStates {
  /** When each camera last sent frames. */
  const watchedAt = new Map<string, number>();

  /** Two heartbeats are a second apart, but the end of Frigate must not get lost. */
  async function note(device: { id: string; name: string }, heartbeat: Heartbeat) {
    const noted = heartbeats.note(device, heartbeat);
    if (!('wait' in noted)) return;
    await pause(noted.wait * 1_000);
    heartbeats.note(device, heartbeat);
  }

  function heartbeatOf(camera: string, fps: number, { sentAt = now(), version = 'Frigate' }): Heartbeat {
    const at = watchedAt.get(camera);
    return {
      sent_at: new Date(sentAt).toISOString(),
      last_frame_age: at === undefined ? null : Math.max(0, now() - at),
      ...{ fps, outbox: NO_OUTBOX, model: null, version },
    };
  }

  return {
    async noteStats(message) {
      if (!isStats(message)) return;
      const { service } = message;
      const told = {
        ...(service?.last_updated && { sentAt: service.last_updated * 1_000 }),
        ...(service?.version && { version: `Frigate ${service.version.replace(/[^\w.+-]/g, '').slice(0, 40)}` }),
      };
      for (const [camera, stats] of cameraStats(message.cameras)) {
        const device = await cameras.deviceOf(camera);
        if (device === null) continue;
        if (isWatching(stats)) watchedAt.set(camera, now());
        heartbeats.note(device, heartbeatOf(camera, stats.process_fps ?? stats.camera_fps, told));
        lastSeen.note(device.id);
      }
    },
    async noteEnd() {
      for (const device of await cameras.all()) {
        const received = heartbeats.of(device.id);
        // A broker repeats this message to each new connection: only the first one is news.
        if (received === undefined || isUnwatched(stateOf(received, now()))) continue;
        const { version } = received.heartbeat;
        await note(device, { ...heartbeatOf(device.name, 0, { version }), last_frame_age: null });
      }
    },
  };
}

/** A camera whose detection is switched off sees no weapons. */
function isWatching({ camera_fps, detection_enabled }: CameraStats): boolean {
  return camera_fps > 0 && detection_enabled !== false && detection_enabled !== 0;
}
