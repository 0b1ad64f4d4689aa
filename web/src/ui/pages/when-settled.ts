/** The time that the page gets to paint before the callback. */
const SETTLING_MS = 200;
/** The callback runs after this time even if the page stays busy. */
const AT_LATEST_MS = 1_500;

/** Calls back once the page has painted and is idle. @returns a function that cancels it */
export function whenSettled(callback: () => void): () => void {
  let callOff = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) return callback();
    const request = requestIdleCallback(callback, { timeout: AT_LATEST_MS });
    callOff = () => cancelIdleCallback(request);
  }, SETTLING_MS);
  return () => callOff();
}
