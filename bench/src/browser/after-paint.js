// Runs in a measured page, before its own scripts and the other measuring scripts.

/** Called in an animation frame: a task that is queued there starts after the frame has been painted. */
window.afterThisFrame = (then) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = then;
  channel.port2.postMessage(null);
};

window.afterPaint = (then) => {
  requestAnimationFrame(() => window.afterThisFrame(then));
};
