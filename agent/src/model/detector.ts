import type { Picture } from '../camera/frame.ts';
import type { Found } from './found.ts';

export type Timings = { prepare: number; infer: number; decode: number };
export type Looked = { found: Found[]; timings: Timings };

export type Detector = {
  /** Of its file, without the folder. */
  name: string;
  sha256: string;
  classNames: readonly string[];
  /** Lines for an installer: inputs, outputs, layout. */
  describe: () => string[];
  detect: (picture: Picture) => Promise<Looked>;
  close: () => Promise<void>;
};
