import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededChance, seedOf } from './chance.ts';
import { boxReadings } from './readings.ts';
import type { RegisteredCamera } from './registered-devices.ts';
import { type Encoding, sendReport } from './send-report.ts';
import { cameraSightings } from './sightings.ts';

const UNDER_WAY_MAX = 256;

/** Called once a report is stored. */
export type Stored = (detection: {
  id: number;
  camera: RegisteredCamera;
  weaponType: string;
  confidence: number;
  bytes: number;
}) => void;

/** Sends `rate` reports per second from all cameras together until the signal, and then drops pending ones. */
export async function patrol(
  cameras: RegisteredCamera[],
  options: { url: string; rate: number; signal: AbortSignal; stored: Stored },
): Promise<void> {
  const chance = seededChance(Date.now());
  const reporters = cameras.map((camera, index) =>
    reporter(camera, { ...options, encoding: index % 2 ? 'raw' : 'multipart' }),
  );
  const underWay = new Set<Promise<void>>();
  let due = performance.now();
  for (let turn = 0; !options.signal.aborted; turn += 1) {
    const report = reporters[turn % reporters.length];
    if (report && underWay.size < UNDER_WAY_MAX) {
      const sending = report().finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
    due = Math.max(performance.now(), due + (1_000 / options.rate) * chance.between(0.5, 1.5));
    await sleep(due - performance.now(), undefined, { signal: options.signal }).catch(() => undefined);
  }
  await Promise.all(underWay);
}

function reporter(
  camera: RegisteredCamera,
  options: { url: string; signal: AbortSignal; stored: Stored; encoding: Encoding },
) {
  const chance = seededChance(seedOf(camera.name) ^ Date.now());
  const nextSighting = cameraSightings(camera, chance);
  const readBox = boxReadings(camera, chance);

  return async () => {
    const { frame, at, box, track, ...seen } = await nextSighting();
    const report = {
      event_id: randomUUID(),
      weapon_type: seen.weaponType,
      confidence: seen.confidence,
      timestamp: at.toISOString(),
      metrics: readBox({ ...seen, at }),
      box,
      track_id: track,
      annotated: camera.annotates,
    };
    const id = await sendReport(
      { ...options, key: camera.key, report, frame, log: console.error },
      options.signal,
    ).catch(() => null);
    if (id !== null) options.stored({ id, camera, ...seen, bytes: frame.length });
  };
}
