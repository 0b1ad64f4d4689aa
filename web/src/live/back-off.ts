const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * How long to wait before opening the stream again: doubling up to 30 s, and spread out, so that a control room full of
 * screens does not come back in the same instant.
 * @param attempt how many openings have failed before
 * @param random between 0 and 1
 * @returns milliseconds
 */
export function backOff(attempt: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return longest / 2 + (longest / 2) * random;
}

/** Settles at the next attempt: after the back-off, or when the browser is online again. */
export function retryDelay(attempt: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, backOff(attempt, Math.random()));
    function go() {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      signal?.removeEventListener('abort', go);
      resolve();
    }
    window.addEventListener('online', go);
    signal?.addEventListener('abort', go);
  });
}
