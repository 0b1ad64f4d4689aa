/** A window that is covered, or hidden meanwhile, draws nothing, and waits no longer than this. */
export const NO_FRAME_MS = 50;

/**
 * Calls back when the next frame has been drawn: what the page works on from there has the longest time until the one
 * after it.
 * @returns what calls it off
 */
export function afterPaint(then: () => void): () => void {
  let timer = setTimeout(run, NO_FRAME_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(then);
  });

  function run() {
    cancelAnimationFrame(frame);
    then();
  }

  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
