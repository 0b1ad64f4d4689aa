import { useSyncExternalStore } from 'react';

/** Every threat card is as tall as every other, so that a long list can be placed without measuring it. */
export const cardHeight = 'h-100 sm:h-60';

const TALL_REM = 25;
const WIDE_REM = 15;
const GAP_REM = 1;

export type GridSize = { columns: 1 | 2; cardPx: number; gapPx: number };

/** The grid as the style sheet lays it out at this window's width: the same breakpoints, in pixels. */
export function useGridSize(): GridSize {
  const [columns, rem, isWide] = useSyncExternalStore(followWindow, describeWindow).split(' ').map(Number);
  const px = rem ?? 16;
  return { columns: columns === 2 ? 2 : 1, cardPx: (isWide ? WIDE_REM : TALL_REM) * px, gapPx: GAP_REM * px };
}

function describeWindow(): string {
  const columns = window.matchMedia('(min-width: 64rem)').matches ? 2 : 1;
  const isWide = window.matchMedia('(min-width: 40rem)').matches ? 1 : 0;
  return `${columns} ${Number.parseFloat(getComputedStyle(document.documentElement).fontSize)} ${isWide}`;
}

function followWindow(listener: () => void) {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
