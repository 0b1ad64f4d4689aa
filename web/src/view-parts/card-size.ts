import { useSyncExternalStore } from 'react';

/**
 * Every threat card has the same height, so that a long list can be placed without measuring it. On a phone the picture
 * is as wide as the card, and the text below it has a fixed height.
 */
export const cardHeight = 'sm:h-56';
export const cardTextHeight = 'max-sm:h-58';

const TEXT_REM = 14.5;
const WIDE_REM = 14;
const GAP_REM = 1;
const PAGE_PADDING_REM = 2;
const BORDERS_PX = 2;
const PICTURE_RATIO = 9 / 16;
const TALL_ROW_REM = 7;
const ROW_REM = 4.5;

export type GridSize = { columns: 1 | 2; cardPx: number; gapPx: number };

/** The height of a history row in pixels, as in the classes `h-28 lg:h-18`. */
export function useRowHeight(): number {
  const [rem = ROW_REM, px = 16] = useSyncExternalStore(followWindow, describeRow).split(' ').map(Number);
  return rem * px;
}

function describeRow(): string {
  return `${isAtLeast(64) ? ROW_REM : TALL_ROW_REM} ${rootPx()}`;
}

/** The columns, card height and gap of the grid in pixels, with the same breakpoints as the style sheet. */
export function useGridSize(): GridSize {
  const [columns, cardPx = 0, px = 16] = useSyncExternalStore(followWindow, describeWindow).split(' ').map(Number);
  return { columns: columns === 2 ? 2 : 1, cardPx, gapPx: GAP_REM * px };
}

function describeWindow(): string {
  const px = rootPx();
  return `${isAtLeast(80) ? 2 : 1} ${isAtLeast(40) ? WIDE_REM * px : tallCardPx(px)} ${px}`;
}

function tallCardPx(px: number): number {
  const picture = document.documentElement.clientWidth - PAGE_PADDING_REM * px - BORDERS_PX;
  return picture * PICTURE_RATIO + TEXT_REM * px + BORDERS_PX;
}

/** Whether the header has room for its buttons, and cards for the picture beside the text. */
export function useIsWide(): boolean {
  return useSyncExternalStore(followWindow, () => isAtLeast(40));
}

function isAtLeast(rem: number): boolean {
  return window.matchMedia(`(min-width: ${rem}rem)`).matches;
}

function rootPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function followWindow(listener: () => void) {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
