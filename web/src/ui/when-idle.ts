/** While much goes on, it comes at this time all the same. */
const AT_LATEST_MS = 1_500;

/** Calls back once the page has nothing else to do: not just when somebody presses something. @returns what calls it off */
export function whenIdle(callback: () => void): () => void {
  // Safari cannot tell.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, AT_LATEST_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback, { timeout: AT_LATEST_MS });
  return () => cancelIdleCallback(request);
}
