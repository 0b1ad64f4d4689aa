// Runs in the dashboard's page before its own scripts and records when the card of each detection has been painted.
window.paintedAt = {};
window.pictureAt = {};

const now = () => performance.timeOrigin + performance.now();

function look() {
  for (const image of document.querySelectorAll('img[alt^="Frame of detection "]')) {
    const id = image.alt.slice('Frame of detection '.length);
    if (id in window.paintedAt) continue;
    window.paintedAt[id] = null;
    window.afterPaint(() => {
      window.paintedAt[id] = now();
    });
    const seen = () =>
      window.afterPaint(() => {
        window.pictureAt[id] ??= now();
      });
    if (image.complete && image.naturalWidth > 0) seen();
    else image.addEventListener('load', seen, { once: true });
  }
}

new MutationObserver(look).observe(document, {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ['alt'],
});
