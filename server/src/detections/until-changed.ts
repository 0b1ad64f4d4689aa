/**
 * What was read is good for as long as nothing has happened since. Every change moves the event log's head in its own
 * transaction, so the head says whether it is still true, on each server alike.
 */
export function untilChanged<T>(head: () => Promise<number>, read: () => Promise<T>): () => Promise<T> {
  let known: { seq: number; value: T } | null = null;
  return async () => {
    // Asked before the read: what happens in between makes the value too old for the next one who asks, never too new.
    const seq = await head();
    if (known?.seq === seq) return known.value;
    const value = await read();
    known = { seq, value };
    return value;
  };
}
