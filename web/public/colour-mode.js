// Runs before the first paint, so that a dark room never sees a white flash. Light unless this browser chose dark.
(() => {
  let mode = 'light';
  try {
    if (localStorage.getItem('vedette.colour-mode') === 'dark') mode = 'dark';
  } catch {
    // Storage is closed to us: light it is.
  }
  document.documentElement.dataset.colourMode = mode;
})();
