// The reference of the bench `aim`: the page never learns that the pointer is over the list or that a card has the focus.
for (const type of ['pointerenter', 'pointermove', 'focusin']) {
  window.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
}
