import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { DialogFrame } from './dialog-frame.tsx';

type Props = {
  title: ReactNode;
  /** Stands between the title and what scrolls. */
  header?: ReactNode;
  /** Beside the button Close. */
  footer?: ReactNode;
  /** Beside the button Close, too; it keeps its place when the footer changes. */
  walk?: ReactNode;
  wide?: boolean;
  /** Where the focus goes afterwards. */
  returnFocus: () => HTMLElement | null;
  onKeyDown?: (event: KeyboardEvent) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog for much to read: its content scrolls, the button Close stays. */
export function FootedDialog({
  title,
  header,
  footer,
  walk,
  wide = false,
  returnFocus,
  onKeyDown,
  onClose,
  children,
}: Props) {
  const popup = useRef<HTMLDivElement>(null);

  // Escape first gives back the screen that a part of the dialog has taken.
  function leave() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else onClose();
  }

  return (
    // The dialog itself has the focus first: arrow keys scroll it, and it is read from its title on.
    <DialogFrame
      open
      ref={popup}
      initialFocus={popup}
      finalFocus={returnFocus}
      onKeyDown={onKeyDown}
      className={classNames('flex flex-col p-0! max-sm:w-[calc(100vw-1rem)]', wide ? 'max-w-6xl' : 'max-w-2xl')}
      onClose={leave}
    >
      <div className="px-4 pt-5 sm:px-6">
        <Base.Title className="text-xl font-semibold tracking-tight">{title}</Base.Title>
        {header}
      </div>
      <div className="grow px-4 py-5 sm:px-6">{children}</div>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-3.5 sm:px-6">
        {footer}
        {walk}
        <Base.Close render={<Button variant="outline" />}>Close</Base.Close>
      </div>
    </DialogFrame>
  );
}
