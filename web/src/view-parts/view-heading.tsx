import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/**
 * Takes the focus when the card that had it is gone.
 * @param beside stands at its right; with it, the heading stays on the screen while the list below is scrolled
 */
export function ViewHeading({ children, beside }: { children: ReactNode; beside?: ReactNode }) {
  return (
    <div
      className={classNames(
        'flex min-h-10 flex-wrap items-center gap-x-3 bg-canvas',
        beside !== undefined && 'sticky top-15 z-10',
      )}
    >
      <h2 id="view-heading" tabIndex={-1} className="text-lg font-semibold tracking-tight tabular-nums">
        {children}
      </h2>
      {beside}
    </div>
  );
}

export function findViewHeading(): HTMLElement | null {
  return document.getElementById('view-heading');
}

export function focusViewHeading() {
  findViewHeading()?.focus({ preventScroll: true });
}

/** Scrolls to the heading, and focuses it. */
export function goToViewHeading() {
  // The heading is sticky: what it belongs to is scrolled to its beginning.
  findViewHeading()?.closest('section')?.scrollIntoView({ block: 'start' });
  focusViewHeading();
}
