import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../button.tsx';

const GAP = 8;
const WIDTH = 224;

type Props = {
  label: string;
  icon: ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A small panel beside the button that opens it; the browser closes it by Escape or a press elsewhere. */
export function Popover({ label, icon, children }: Props) {
  const id = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  /** The panel is in the top layer, outside the layout, so its position is set before each opening. */
  function place({ style }: HTMLElement) {
    const at = anchor.current?.getBoundingClientRect();
    if (!at) return;
    const { clientWidth, clientHeight } = document.documentElement;
    const above = at.top > clientHeight / 2;
    const right = Math.max(GAP, Math.min(clientWidth - at.right, clientWidth - WIDTH - GAP));
    style.inset = above
      ? `auto ${right}px ${clientHeight - at.top + GAP}px auto`
      : `${at.bottom + GAP}px ${right}px auto auto`;
  }

  return (
    <div ref={anchor} className="inline-flex">
      <Button variant="quiet" size="small" className="px-1.5! sm:px-2!" popoverTarget={id} aria-label={label}>
        {icon}
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={({ newState, currentTarget }) => newState === 'open' && place(currentTarget)}
        style={{ width: WIDTH }}
        className="fixed m-0 rounded-xl border border-line bg-surface p-4 text-ink shadow-float"
      >
        {typeof children === 'function' ? children(() => panel.current?.hidePopover()) : children}
      </div>
    </div>
  );
}
