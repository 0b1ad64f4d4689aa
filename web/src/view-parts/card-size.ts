import { useSyncExternalStore } from 'react';

/** All threat cards have the same height, so that a long list can be laid out without measuring the cards. */
export const cardHeight = 'h-110 sm:h-64 2xl:h-72';

const TALL_REM = 27.5;
const WIDE_REM = 16;
const LARGE_REM = 18;
const GAP_REM = 1;
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
  const [columns, cardRem = WIDE_REM, px = 16] = useSyncExternalStore(followWindow, describeWindow)
    .split(' ')
    .map(Number);
  return { columns: columns === 2 ? 2 : 1, cardPx: cardRem * px, gapPx: GAP_REM * px };
}

function describeWindow(): string {
  const columns = isAtLeast(64) ? 2 : 1;
  const cardRem = isAtLeast(96) ? LARGE_REM : isAtLeast(40) ? WIDE_REM : TALL_REM;
  return `${columns} ${cardRem} ${rootPx()}`;
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
