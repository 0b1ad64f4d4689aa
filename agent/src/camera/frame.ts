/** One picture; its pixels are red, green and blue bytes, row by row. */
export type Picture = { width: number; height: number; pixels: Buffer };

export type Frame = Picture & {
  /** The index of the frame since the start of the source. */
  number: number;
  /** When the frame was read completely; monotonic milliseconds. */
  readAt: number;
  /** The time used for tracking: in a file the time of its stream, from a camera the time of reading. */
  time: number;
};
