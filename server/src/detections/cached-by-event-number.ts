/**
 * Caches what was read until the newest event number changes. Every change of detections increments that number in its
 * own transaction, so the cache is valid on each server.
 */
export function cachedByEventNumber<T>(head: () => Promise<number>, read: () => Promise<T>): () => Promise<T> {
  let cached: { seq: number; value: T } | null = null;
  return async () => {
    // The number is read before the value: a change between the two invalidates the entry too early, never too late.
    const seq = await head();
    if (cached?.seq === seq) return cached.value;
    const value = await read();
    cached = { seq, value };
    return value;
  };
}
