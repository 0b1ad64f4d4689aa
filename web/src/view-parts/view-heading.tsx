import type { ReactNode } from 'react';

/** Receives the focus when the focused card is removed. */
export function ViewHeading({ children }: { children: ReactNode }) {
  return (
    <h2 id="view-heading" tabIndex={-1} className="mb-3 text-lg font-semibold tracking-tight tabular-nums">
      {children}
    </h2>
  );
}

export function findViewHeading(): HTMLElement | null {
  return document.getElementById('view-heading');
}

export function focusViewHeading() {
  findViewHeading()?.focus({ preventScroll: true });
}
