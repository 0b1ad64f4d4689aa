import type { Log } from '../log.ts';
import type { FrigateApi } from './frigate-api.ts';
import type { CameraSetup } from './frigate-messages.ts';

export type Setups = {
  /** How the camera is set up in Frigate; undefined when Frigate does not say. */
  of: (camera: string) => Promise<CameraSetup | undefined>;
  /** Frigate has started, maybe with other settings. */
  forget: () => void;
};

/** How long a camera is missed before Frigate is asked again. */
const ASK_AGAIN_MS = 30_000;

type Parts = { api: Pick<FrigateApi, 'cameras'>; elapsed: () => number; log: Log };

export function cameraSetupReader({ api, elapsed, log }: Parts): Setups {
  let known: Promise<ReadonlyMap<string, CameraSetup>> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  function ask() {
    askedAt = elapsed();
    known = api.cameras().catch((error: unknown) => {
      log.warn({ err: error }, "cannot read Frigate's settings: boxes are not drawn");
      return new Map();
    });
    return known;
  }

  return {
    async of(camera) {
      const setup = (await (known ?? ask())).get(camera);
      return setup !== undefined || elapsed() - askedAt < ASK_AGAIN_MS ? setup : (await ask()).get(camera);
    },
    forget() {
      known = null;
    },
  };
}
