// Runs in a watched page, before its own scripts: notes what somebody in front of it would notice.

/** Gaps between frames, lengths of tasks over 50 ms, milliseconds from an input to its answer on the screen. */
window.watched = { frames: [], tasks: [], answers: [] };

let lastFrame;
/** @type {{ selector: string, text: string, pressedAt?: number } | undefined} */
let awaited;

/** The next press is answered when this element is there and its text begins so. */
window.awaitAnswer = (answer) => {
  awaited = answer;
};

function isThere({ selector, text }) {
  return document.querySelector(selector)?.textContent.startsWith(text) ?? false;
}

function frame(at) {
  if (lastFrame !== undefined) window.watched.frames.push(at - lastFrame);
  lastFrame = at;
  // What is there now is painted with this frame.
  if (awaited?.pressedAt !== undefined && isThere(awaited)) {
    const { pressedAt } = awaited;
    awaited = undefined;
    window.afterThisFrame(() => window.watched.answers.push(performance.now() - pressedAt));
  }
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);

for (const type of ['click', 'keydown']) {
  window.addEventListener(
    type,
    (event) => {
      // The browser's time of the input: waiting for a busy page counts.
      if (awaited) awaited.pressedAt ??= event.timeStamp;
    },
    { capture: true },
  );
}

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.watched.tasks.push(duration);
}).observe({ type: 'longtask' });
