// Runs in the Devices page before its own scripts and records when the state of each device was painted: `stateAt[id] = { text, at }`.
window.stateAt = {};

const now = () => performance.timeOrigin + performance.now();
const textOf = new Map();

function recordStates() {
  for (const link of document.querySelectorAll('tbody a[href^="/devices/"]')) {
    const id = link.getAttribute('href').slice('/devices/'.length);
    const text = link.closest('td').lastElementChild.textContent;
    if (textOf.get(id) === text) continue;
    textOf.set(id, text);
    window.afterPaint(() => {
      window.stateAt[id] = { text, at: now() };
    });
  }
}

let isDue = false;
new MutationObserver(() => {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    recordStates();
  });
}).observe(document, { childList: true, subtree: true, characterData: true });
