/** Pixels of one picture: red, green, blue, row by row. */
export type Picture = { width: number; height: number; pixels: Buffer };

export type Frame = Picture & {
  /** Counts from 0 since the start of the source. */
  number: number;
  /** When it was read completely; monotonic milliseconds. */
  readAt: number;
  /** The time used for tracking: in a file the time of its stream, from a camera the time of reading. */
  time: number;
};
