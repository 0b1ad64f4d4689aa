import { Dialog as Base } from '@base-ui/react/dialog';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';

/** Returns the element that gets the focus afterwards; true for the one that had it before, false for none. */
export type ReturnFocus = () => HTMLElement | boolean | null;

export function Dialog({
  open,
  title,
  description,
  wide = false,
  onClose,
  returnFocus,
  children,
}: {
  open: boolean;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  onClose: () => void;
  returnFocus?: ReturnFocus;
  children: ReactNode;
}) {
  return (
    <DialogFrame open={open} className={wide ? 'max-w-2xl' : 'max-w-md'} finalFocus={returnFocus} onClose={onClose}>
      <Base.Title className="pr-10 text-xl font-semibold tracking-tight">{title}</Base.Title>
      {description && <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description>}
      {children}
      <Base.Close
        aria-label="Close"
        className="absolute top-4 right-4 grid size-9 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
      >
        <IconX size="1.25rem" stroke={1.75} aria-hidden="true" />
      </Base.Close>
    </DialogFrame>
  );
}
