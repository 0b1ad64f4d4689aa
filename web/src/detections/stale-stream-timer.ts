/** A detection that a load shows and the stream has not delivered after this long means that the stream is dead. */
const STALE_AFTER_MS = 5_000;

/**
 * Detects a stream that looks open but delivers nothing: after each load it waits for the stream to deliver the newest
 * loaded detection.
 */
export function createStaleStreamTimer(onStale: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let deliveredUpTo = 0;
  return {
    /** @param id of a detection that the stream has delivered, or that is older than the stream */
    delivered(id: number): void {
      deliveredUpTo = Math.max(deliveredUpTo, id);
    },
    /** @param newestId of the detections that a load has returned */
    loaded(newestId: number): void {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (newestId > deliveredUpTo) onStale();
      }, STALE_AFTER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
