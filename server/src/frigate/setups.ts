import type { Log } from '../log.ts';
import type { FrigateApi } from './frigate-api.ts';
import type { CameraSetup } from './frigate-messages.ts';

export type Setups = {
  /** Returns the camera's settings in Frigate; undefined when they are not known. */
  of: (camera: string) => Promise<CameraSetup | undefined>;
  /** Discards the settings, because Frigate has restarted and may have others. */
  invalidate: () => void;
};

/** The minimum interval between requests for a camera that is not in the settings. */
const RELOAD_INTERVAL_MS = 30_000;

type Parts = { api: Pick<FrigateApi, 'cameras'>; elapsed: () => number; log: Log };

export function cameraSetupReader({ api, elapsed, log }: Parts): Setups {
  let cached: Promise<ReadonlyMap<string, CameraSetup>> | null = null;
  let loadedAt = Number.NEGATIVE_INFINITY;

  function load() {
    loadedAt = elapsed();
    cached = api.cameras().catch((error: unknown) => {
      log.warn({ err: error }, "cannot read Frigate's settings: boxes are not drawn");
      return new Map();
    });
    return cached;
  }

  return {
    async of(camera) {
      const setup = (await (cached ?? load())).get(camera);
      return setup !== undefined || elapsed() - loadedAt < RELOAD_INTERVAL_MS ? setup : (await load()).get(camera);
    },
    invalidate() {
      cached = null;
    },
  };
}
