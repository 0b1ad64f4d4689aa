export type PixelPool = {
  take: (bytes: number) => Buffer;
  /** Its content is no longer needed. */
  give: (pixels: Buffer) => void;
};

/** As many as are read, wait and are looked at. */
const MOST_KEPT = 6;

/** Reuses the memory of frames: megabytes for each would keep the garbage collector busy for a third of what a frame costs. */
export function createPixelPool(): PixelPool {
  let kept: Buffer[] = [];
  return {
    take: (bytes) => {
      const found = kept.findIndex(({ length }) => length === bytes);
      return (found < 0 ? undefined : kept.splice(found, 1)[0]) ?? Buffer.allocUnsafeSlow(bytes);
    },
    give: (pixels) => {
      kept = [pixels, ...kept].slice(0, MOST_KEPT);
    },
  };
}
