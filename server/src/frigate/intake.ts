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
  /** Resolves once the event is stored or ignored. Rejects when it cannot be stored now. */
  store: (sighting: Sighting) => Promise<void>;
};

type Parts = {
  settings: Pick<FrigateSettings, 'labels'>;
  store: Pick<FrigateStore, 'isStored'>;
  cameras: Pick<Cameras, 'deviceOf'>;
  snapshots: Snapshots;
  setups: Setups;
  /** The intake of other devices' reports. */
  reports: { receive: (device: CallingDevice, raw: { report: Report; frame: Buffer | null }) => Promise<unknown> };
  rates: { take: (deviceId: string) => number };
  log: Log;
  stopping: AbortSignal;
};

/** The number of finished events in memory; older ones are looked up in the database. */
const FINISHED_MAX = 10_000;

/** Stores one report of each tracked object, which may occur in several messages and in the list. */
export function frigateIntake(parts: Parts): Intake {
  const { settings, store, cameras, snapshots, setups, reports, rates, log, stopping } = parts;
  const finished = new Set<string>();
  const running = new Map<string, Promise<void>>();

  function markFinished(id: string) {
    finished.add(id);
    const [oldest] = finished;
    if (finished.size > FINISHED_MAX && oldest !== undefined) finished.delete(oldest);
  }

  async function storeOnce(sighting: Sighting): Promise<void> {
    const as = settings.labels.get(sighting.label);
    if (as === undefined) return;
    const device = await cameras.deviceOf(sighting.camera);
    if (device === null) return;
    if (await store.isStored(device.id, eventIdOf(sighting))) return markFinished(sighting.id);
    const [frame, setup] = await Promise.all([snapshots.of(sighting.id), setups.of(sighting.camera)]);
    const picture = frame === null ? null : readJpegHeader(frame);
    await waitForRate(device.id);
    try {
      const report = reportOf({ sighting, as, place: device.location, picture, setup });
      await reports.receive(device, { report, frame });
    } catch (error) {
      if (!isFinal(error)) throw error;
      log.warn({ err: error, event: sighting.id }, 'an event of Frigate is no valid report, and is left out');
    }
    markFinished(sighting.id);
  }

  async function waitForRate(deviceId: string) {
    for (;;) {
      const seconds = rates.take(deviceId);
      if (seconds === 0) return;
      await pause(seconds * 1_000, undefined, { signal: stopping });
    }
  }

  return {
    store(sighting) {
      if (finished.has(sighting.id)) return Promise.resolve();
      const inProgress = running.get(sighting.id);
      if (inProgress !== undefined) return inProgress;
      const done = storeOnce(sighting).finally(() => running.delete(sighting.id));
      running.set(sighting.id, done);
      return done;
    },
  };
}

/** Whether the report is invalid, so that a retry would fail, too. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('statusCode' in error) return error.statusCode === 400;
  return 'apiCode' in error && ['BAD_REQUEST', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'].includes(String(error.apiCode));
}
