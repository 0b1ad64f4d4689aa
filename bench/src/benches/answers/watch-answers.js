// Runs in the dashboard before its own scripts. Records when the key `a` was pressed, and when each card had painted who has
// it: `answeredAt[detection]`.
window.answeredAt = {};

const now = () => performance.timeOrigin + performance.now();

addEventListener(
  'keydown',
  ({ key }) => {
    if (key === 'a') window.pressedAt = now();
  },
  true,
);

function look() {
  for (const card of document.querySelectorAll('[data-detection]')) {
    const id = card.dataset.detection;
    if (id in window.answeredAt || !card.textContent.includes('Acknowledged by')) continue;
    window.answeredAt[id] = 0;
    window.afterPaint(() => {
      window.answeredAt[id] = now();
    });
  }
}

new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
