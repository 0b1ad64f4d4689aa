/** A press that nobody sees the end of is over after this. */
const PRESSED_MS = 1_000;
/** The page works on its answer first. */
const ANSWER_MS = 100;

const begins = ['pointerdown', 'keydown'];
const ends = ['pointerup', 'pointercancel', 'keyup'];

/**
 * Somebody who presses shall hit what they aimed at, and have the answer before anything else: from the press until the
 * answer is on the screen the page should be left as it is.
 * @param hold called with how long, in milliseconds; the latest call counts
 * @returns what ends it
 */
export function holdDuringInput(hold: (ms: number) => void): () => void {
  const press = () => hold(PRESSED_MS);
  const release = () => hold(ANSWER_MS);
  const options = { capture: true, passive: true };
  for (const type of begins) window.addEventListener(type, press, options);
  for (const type of ends) window.addEventListener(type, release, options);
  // Not captured, so only the window's own: every press moves the focus inside it.
  window.addEventListener('blur', release);
  return () => {
    for (const type of begins) window.removeEventListener(type, press, options);
    for (const type of ends) window.removeEventListener(type, release, options);
    window.removeEventListener('blur', release);
  };
}
