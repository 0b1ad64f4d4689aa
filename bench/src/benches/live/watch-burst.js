// Runs in a measured page before its own scripts and records late frames, long tasks and slow responses to input.

/** Gaps between frames, lengths of tasks over 50 ms, and times from an input to its painted response, in milliseconds. */
window.watched = { frames: [], tasks: [], answers: [] };

let lastFrame;
/** @type {{ selector: string, text: string, pressedAt?: number } | undefined} */
let awaited;

/** The response to the next press is complete when this element exists and its text starts with `text`. */
window.awaitAnswer = (answer) => {
  awaited = answer;
};

function isThere({ selector, text }) {
  return document.querySelector(selector)?.textContent.startsWith(text) ?? false;
}

function frame(at) {
  if (lastFrame !== undefined) window.watched.frames.push(at - lastFrame);
  lastFrame = at;
  // The current content is painted with this frame.
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
      // The time stamp of the event includes the time that the input waited for a busy page.
      if (awaited) awaited.pressedAt ??= event.timeStamp;
    },
    { capture: true },
  );
}

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.watched.tasks.push(duration);
}).observe({ type: 'longtask' });
