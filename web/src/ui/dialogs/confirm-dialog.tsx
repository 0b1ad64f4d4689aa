import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** A question that must be answered; the button that cancels has the initial focus. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirm,
  busy = false,
  onConfirm,
  onClose,
}: {
  open: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <DialogFrame open={open} role="alertdialog" className="max-w-md" onClose={onClose}>
      <Base.Title className="text-xl font-semibold tracking-tight">{title}</Base.Title>
      <Base.Description className="mt-2 text-sm text-muted">{children}</Base.Description>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Base.Close render={<Button variant="outline" />}>Cancel</Base.Close>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </DialogFrame>
  );
}
