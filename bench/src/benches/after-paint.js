// Runs in a watched page, before its own scripts and the other watchers.

/** From an animation frame: a task that begins behind it begins when that frame has been painted. */
window.afterThisFrame = (then) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = then;
  channel.port2.postMessage(null);
};

window.afterPaint = (then) => {
  requestAnimationFrame(() => window.afterThisFrame(then));
};
