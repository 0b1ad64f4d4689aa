/** A press counts as ended after this, also when its end was not reported. */
const PRESSED_MS = 1_000;
/** After a release the page draws the answer first. */
const ANSWER_MS = 100;

const begins = ['pointerdown', 'keydown'];
const ends = ['pointerup', 'pointercancel', 'keyup'];

/**
 * Holds events back from a press until its answer is on the screen, so that no card moves between press and release.
 * @param hold called with the duration in milliseconds; the latest call counts
 * @returns a function that stops listening
 */
export function holdDuringInput(hold: (ms: number) => void): () => void {
  const press = () => hold(PRESSED_MS);
  const release = () => hold(ANSWER_MS);
  const options = { capture: true, passive: true };
  for (const type of begins) window.addEventListener(type, press, options);
  for (const type of ends) window.addEventListener(type, release, options);
  // Not captured, so that only the window's own blur counts: every press moves the focus inside the page.
  window.addEventListener('blur', release);
  return () => {
    for (const type of begins) window.removeEventListener(type, press, options);
    for (const type of ends) window.removeEventListener(type, release, options);
    window.removeEventListener('blur', release);
  };
}
