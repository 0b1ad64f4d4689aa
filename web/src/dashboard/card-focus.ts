import type { DetectionOrder } from '../modals/detection-order.ts';

const CARD = '[data-detection]';
const OPENER = '[data-opens-threat]';
/** A card that has to be scrolled into sight is rendered within so many frames. */
const FRAMES_AT_MOST = 30;

export type Direction = 'next' | 'previous' | 'up' | 'down' | 'left' | 'right';

/** The id of the focused card; undefined when no card has the focus. */
export function focusedCard(): number | undefined {
  const card = document.activeElement?.closest<HTMLElement>(CARD);
  return card ? Number(card.dataset.detection) : undefined;
}

/** Moves the focus from card to card in the order on the screen, or to the first card in sight. */
export function moveFocus(order: DetectionOrder, direction: Direction) {
  const from = focusedCard();
  const { shown, reveal } = order.current();
  if (from === undefined) return focusCard(firstInSight());
  const id = order.neighbour(from, stepOf(direction));
  if (id === undefined) return;
  const card = findCard(id);
  if (card) return focusCard(card);
  reveal?.(shown.findIndex((it) => it.id === id));
  focusWhenRendered(id, FRAMES_AT_MOST);
}

function stepOf(direction: Direction): number {
  const row = columns();
  const steps = { next: 1, right: 1, previous: -1, left: -1, down: row, up: -row };
  return steps[direction];
}

function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(CARD)];
}

function findCard(id: number): HTMLElement | undefined {
  return cards().find((card) => Number(card.dataset.detection) === id);
}

function firstInSight(): HTMLElement | undefined {
  return cards().find((card) => card.getBoundingClientRect().top >= headingBottom() - 1);
}

/** How many cards stand side by side. */
function columns(): number {
  const tops = cards().map((card) => card.getBoundingClientRect().top);
  return Math.max(1, tops.filter((top) => top === tops[0]).length);
}

function focusCard(card: HTMLElement | undefined) {
  if (!card) return;
  card.querySelector<HTMLElement>(OPENER)?.focus({ preventScroll: true });
  // The heading above the list is sticky and would cover it.
  card.style.scrollMarginTop = `${headingBottom()}px`;
  card.scrollIntoView({ block: 'nearest' });
}

function headingBottom(): number {
  return document.getElementById('view-heading')?.getBoundingClientRect().bottom ?? 0;
}

function focusWhenRendered(id: number, frames: number) {
  const card = findCard(id);
  if (card) return focusCard(card);
  if (frames > 0) requestAnimationFrame(() => focusWhenRendered(id, frames - 1));
}

/** The text field of the history. */
export function focusSearch() {
  document.querySelector<HTMLInputElement>('[role="search"] input[type="search"]')?.focus();
}
