import { useSyncExternalStore } from 'react';

/** Every threat card is as tall as every other, so that a long list can be placed without measuring it. */
export const cardHeight = 'h-100 sm:h-60 2xl:h-72';

const TALL_REM = 25;
const WIDE_REM = 15;
const LARGE_REM = 18;
const GAP_REM = 1;

export type GridSize = { columns: 1 | 2; cardPx: number; gapPx: number };

/** The grid as the style sheet lays it out at this window's width: the same breakpoints, in pixels. */
export function useGridSize(): GridSize {
  const [columns, cardRem = WIDE_REM, px = 16] = useSyncExternalStore(followWindow, describeWindow)
    .split(' ')
    .map(Number);
  return { columns: columns === 2 ? 2 : 1, cardPx: cardRem * px, gapPx: GAP_REM * px };
}

function describeWindow(): string {
  const isAtLeast = (rem: number) => window.matchMedia(`(min-width: ${rem}rem)`).matches;
  const columns = isAtLeast(64) ? 2 : 1;
  const cardRem = isAtLeast(96) ? LARGE_REM : isAtLeast(40) ? WIDE_REM : TALL_REM;
  return `${columns} ${cardRem} ${Number.parseFloat(getComputedStyle(document.documentElement).fontSize)}`;
}

function followWindow(listener: () => void) {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
