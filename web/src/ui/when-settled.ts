/** In this time what was just shown is painted, and whoever waited for it with a press has had the answer. */
const SETTLING_MS = 200;
/** While much goes on, it comes so much later all the same. */
const AT_LATEST_MS = 1_500;

/** Calls back once the page has shown what it just got and has nothing else to do. @returns what calls it off */
export function whenSettled(callback: () => void): () => void {
  let callOff = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    // Safari cannot tell when that is.
    if (!('requestIdleCallback' in window)) return callback();
    const request = requestIdleCallback(callback, { timeout: AT_LATEST_MS });
    callOff = () => cancelIdleCallback(request);
  }, SETTLING_MS);
  return () => callOff();
}
