// Runs before the first paint, so that a dark room never sees a white flash. Light unless this browser chose dark;
// the wall screen dark unless its address says light.
(() => {
  let mode = 'light';
  try {
    if (localStorage.getItem('vedette.colour-mode') === 'dark') mode = 'dark';
  } catch {
    // Storage is closed to us: light it is.
  }
  const wall = location.pathname.startsWith('/dashboard') ? new URLSearchParams(location.search).get('wall') : null;
  if (wall !== null) mode = wall === 'light' ? 'light' : 'dark';
  document.documentElement.dataset.colourMode = mode;
  // The browser's own frame goes with the page's header; the same two colours as in ui/colour-mode.ts.
  const themeColour = document.querySelector('meta[name="theme-color"]');
  if (mode === 'dark') themeColour?.setAttribute('content', '#0d1525');
})();
