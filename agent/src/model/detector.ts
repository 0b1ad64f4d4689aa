import type { Picture } from '../camera/frame.ts';
import type { DetectedObject } from './objects.ts';
import type { Lap } from './stopwatch.ts';

export type Timings = { prepare: Lap; infer: Lap; decode: Lap };
export type DetectionResult = { found: DetectedObject[]; timings: Timings };

export type Detector = {
  /** The model's file name, without the folder. */
  name: string;
  sha256: string;
  classNames: readonly string[];
  /** Lines about inputs, outputs and layout for the installer. */
  describe: () => string[];
  detect: (picture: Picture) => Promise<DetectionResult>;
  close: () => Promise<void>;
};
