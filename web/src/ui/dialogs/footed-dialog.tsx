import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { DialogFrame } from './dialog-frame.tsx';

type Props = {
  title: ReactNode;
  /** Shown between the title and the content. */
  header?: ReactNode;
  /** Shown beside the button Close. */
  footer?: ReactNode;
  /** Beside the button Close, too; it keeps its place when the footer changes. */
  walk?: ReactNode;
  wide?: boolean;
  /** Returns the element that gets the focus when the dialog closes. */
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

  // The first Escape leaves the full screen if a part of the dialog uses it.
  function leave() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else onClose();
  }

  return (
    // The dialog gets the initial focus, so that arrow keys scroll it and screen readers start at its title.
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
