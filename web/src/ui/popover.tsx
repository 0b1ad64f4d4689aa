import { type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';

const GAP = 8;

/** A small panel beside the button that opens it; the browser closes it by Escape or a press elsewhere. */
export function Popover({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  const id = useId();
  const anchor = useRef<HTMLDivElement>(null);

  /** It is in the top layer, where nothing is laid out around it. */
  function place(panel: HTMLElement) {
    const at = anchor.current?.getBoundingClientRect();
    if (!at) return;
    const { offsetWidth: width, offsetHeight: height } = panel;
    const left = Math.max(GAP, Math.min(at.right - width, document.documentElement.clientWidth - width - GAP));
    const below = at.bottom + GAP;
    const fits = below + height <= window.innerHeight;
    panel.style.left = `${left}px`;
    panel.style.top = `${fits ? below : Math.max(GAP, at.top - height - GAP)}px`;
  }

  return (
    <div ref={anchor} className="inline-flex">
      <Button variant="quiet" size="small" className="px-1.5! sm:px-2!" popoverTarget={id} aria-label={label}>
        {icon}
      </Button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={({ newState, currentTarget }) => newState === 'open' && place(currentTarget)}
        className="fixed m-0 min-w-56 rounded-xl border border-line bg-surface p-4 text-ink shadow-float"
      >
        {children}
      </div>
    </div>
  );
}
