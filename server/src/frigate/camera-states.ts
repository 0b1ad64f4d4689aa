import { setTimeout as pause } from 'node:timers/promises';
import { isUnwatched } from '@vedette/contract/device-state';
import type { Heartbeat } from '@vedette/contract/heartbeat';
import { stateOf } from '../devices/heartbeats.rules.ts';
import type { Heartbeats } from '../devices/heartbeats.ts';
import type { LastSeen } from '../devices/last-seen.ts';
import type { Cameras } from './cameras.ts';
import { type CameraStats, cameraStats, isStats } from './frigate-messages.ts';

export type CameraStates = {
  /** Handles a message of `<prefix>/stats` as a heartbeat of each camera. */
  handleStats: (message: unknown) => Promise<void>;
  /** Makes all cameras blind, because Frigate has stopped. */
  handleOffline: () => Promise<void>;
};

type Parts = {
  cameras: Cameras;
  heartbeats: Pick<Heartbeats, 'record' | 'of'>;
  lastSeen: Pick<LastSeen, 'note'>;
  now: () => number;
};

const NO_OUTBOX = { waiting: 0, oldest_age: null, dead: 0 };

export function cameraStates({ cameras, heartbeats, lastSeen, now }: Parts): CameraStates {
  /** The time of the last frames of each camera. */
  const framesAt = new Map<string, number>();

  /** Records a heartbeat, after a wait if the previous one is less than a second old: the stop of Frigate must not be lost. */
  async function recordAfterWait(device: { id: string; name: string }, heartbeat: Heartbeat) {
    for (;;) {
      const result = heartbeats.record(device, heartbeat);
      if (!('wait' in result)) return;
      // Rounded up: a timer of 2.3 ms ends after 2 ms.
      await pause(Math.ceil(result.wait * 1_000));
    }
  }

  function heartbeatOf(camera: string, fps: number, { sentAt = now(), version = 'Frigate' }): Heartbeat {
    const at = framesAt.get(camera);
    return {
      sent_at: new Date(sentAt).toISOString(),
      last_frame_age: at === undefined ? null : Math.max(0, now() - at),
      ...{ fps, outbox: NO_OUTBOX, model: null, version },
    };
  }

  return {
    async handleStats(message) {
      if (!isStats(message)) return;
      const { service } = message;
      const serviceFacts = {
        ...(service?.last_updated && { sentAt: service.last_updated * 1_000 }),
        ...(service?.version && { version: `Frigate ${service.version.replace(/[^\w.+-]/g, '').slice(0, 40)}` }),
      };
      for (const [camera, stats] of cameraStats(message.cameras)) {
        const device = await cameras.deviceOf(camera);
        if (device === null) continue;
        if (isDetecting(stats)) framesAt.set(camera, now());
        heartbeats.record(device, heartbeatOf(camera, stats.process_fps ?? stats.camera_fps, serviceFacts));
        lastSeen.note(device.id);
      }
    },
    async handleOffline() {
      for (const device of await cameras.all()) {
        const received = heartbeats.of(device.id);
        // The broker repeats the retained message on each connection, so cameras that are already blind are skipped.
        if (received === undefined || isUnwatched(stateOf(received, now()))) continue;
        const { version } = received.heartbeat;
        await recordAfterWait(device, { ...heartbeatOf(device.name, 0, { version }), last_frame_age: null });
      }
    },
  };
}

/** A camera without frames or with detection switched off detects no weapons. */
function isDetecting({ camera_fps, detection_enabled }: CameraStats): boolean {
  return camera_fps > 0 && detection_enabled !== false && detection_enabled !== 0;
}
