export type PixelPool = {
  acquire: (bytes: number) => Buffer;
  /** Returns a buffer whose content is no longer needed. */
  release: (pixels: Buffer) => void;
};

/** Covers the frames that are being read, waiting and being processed. */
const MAX_POOLED = 6;

/** Reuses the memory of frames: allocating new memory for each frame spends a third of its CPU time on garbage collection. */
export function createPixelPool(): PixelPool {
  let free: Buffer[] = [];
  return {
    acquire: (bytes) => {
      const found = free.findIndex(({ length }) => length === bytes);
      return (found < 0 ? undefined : free.splice(found, 1)[0]) ?? Buffer.allocUnsafeSlow(bytes);
    },
    release: (pixels) => {
      free = [pixels, ...free].slice(0, MAX_POOLED);
    },
  };
}
