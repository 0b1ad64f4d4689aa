import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from '@vedette/contract/report';
import type { FrigateSettings } from '../frigate-settings.ts';
import type { CallingDevice } from '../http/guards/closed-by-default.ts';
import type { Log } from '../log.ts';
import { readJpegHeader } from '../thumbnails/jpeg-header.ts';
import type { Cameras } from './cameras.ts';
import { eventIdOf, reportOf, type Sighting } from './frigate.rules.ts';
import type { FrigateStore } from './frigate.store.ts';
import type { Setups } from './setups.ts';
import type { Snapshots } from './snapshot.ts';

export type Intake = {
  /** Resolves once it is stored, or need not be. Rejects when it could not be stored now. */
  take: (sighting: Sighting) => Promise<void>;
};

type Parts = {
  settings: Pick<FrigateSettings, 'labels'>;
  store: Pick<FrigateStore, 'isStored'>;
  cameras: Pick<Cameras, 'deviceOf'>;
  snapshots: Snapshots;
  setups: Setups;
  /** The same as for the reports of other devices. */
  reports: { store: (device: CallingDevice, raw: { report: Report; frame: Buffer | null }) => Promise<unknown> };
  rates: { take: (deviceId: string) => number };
  log: Log;
  stopping: AbortSignal;
};

/** So many events are remembered as done; older ones are looked up. */
const SETTLED_MAX = 10_000;

/** Makes one report of each tracked object, whatever number of messages and lists tells of it. */
export function frigateIntake(parts: Parts): Intake {
  const { settings, store, cameras, snapshots, setups, reports, rates, log, stopping } = parts;
  const settled = new Set<string>();
  const running = new Map<string, Promise<void>>();

  function settle(id: string) {
    settled.add(id);
    const [oldest] = settled;
    if (settled.size > SETTLED_MAX && oldest !== undefined) settled.delete(oldest);
  }

  async function takeOnce(sighting: Sighting): Promise<void> {
    const as = settings.labels.get(sighting.label);
    if (as === undefined) return;
    const device = await cameras.deviceOf(sighting.camera);
    if (device === null) return;
    if (await store.isStored(device.id, eventIdOf(sighting))) return settle(sighting.id);
    const [frame, setup] = await Promise.all([snapshots.of(sighting.id), setups.of(sighting.camera)]);
    const picture = frame === null ? null : readJpegHeader(frame);
    await untilAllowed(device.id);
    try {
      const report = reportOf({ sighting, as, place: device.location, picture, setup });
      await reports.store(device, { report, frame });
    } catch (error) {
      if (!isFinal(error)) throw error;
      log.warn({ err: error, event: sighting.id }, 'an event of Frigate is no valid report, and is left out');
    }
    settle(sighting.id);
  }

  async function untilAllowed(deviceId: string) {
    for (;;) {
      const seconds = rates.take(deviceId);
      if (seconds === 0) return;
      await pause(seconds * 1_000, undefined, { signal: stopping });
    }
  }

  return {
    take(sighting) {
      if (settled.has(sighting.id)) return Promise.resolve();
      const same = running.get(sighting.id);
      if (same !== undefined) return same;
      const done = takeOnce(sighting).finally(() => running.delete(sighting.id));
      running.set(sighting.id, done);
      return done;
    },
  };
}

/** The report itself is wrong, so that another try would be refused, too. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('statusCode' in error) return error.statusCode === 400;
  return 'apiCode' in error && ['BAD_REQUEST', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'].includes(String(error.apiCode));
}
