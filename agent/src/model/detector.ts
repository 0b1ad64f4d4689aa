import type { Picture } from '../camera/frame.ts';
import type { DetectedObject } from './objects.ts';

export type Timings = { prepare: number; infer: number; decode: number };
export type DetectionResult = { found: DetectedObject[]; timings: Timings };

export type Detector = {
  /** Of its file, without the folder. */
  name: string;
  sha256: string;
  classNames: readonly string[];
  /** Lines for an installer: inputs, outputs, layout. */
  describe: () => string[];
  detect: (picture: Picture) => Promise<DetectionResult>;
  close: () => Promise<void>;
};
