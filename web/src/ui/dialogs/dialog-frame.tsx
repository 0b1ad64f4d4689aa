import { Dialog as Base } from '@base-ui/react/dialog';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';

type Props = Omit<ComponentProps<typeof Base.Popup>, 'className'> & {
  open: boolean;
  className: string;
  onClose: () => void;
};

/**
 * The frame of all dialogs. A click outside does not close a dialog: the click may be meant for a toast, and a device key
 * that is shown only once would be lost. The library's scroll lock changes the page's overflow, which repaints the whole
 * page each time. Instead, the backdrop catches the scrolling: its content is one pixel taller than itself, and
 * `overscroll-contain` stops scroll chaining. (Safari, Chrome before 144 and Firefox before 150 still scroll the page
 * when the dialog itself has nothing to scroll.) Only the outermost dialog has a backdrop.
 */
export function DialogFrame({ open, className, onClose, ...popup }: Props) {
  return (
    <Base.Root open={open} modal="trap-focus" disablePointerDismissal onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 overflow-y-scroll overscroll-contain bg-[#060b16]/60 [scrollbar-width:none] transition-opacity duration-150 after:block after:h-[calc(100%+1px)] data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none" />
        <Base.Popup
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto overscroll-contain rounded-2xl border border-line bg-surface p-6 text-ink shadow-float outline-none transition-all duration-150 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0 motion-reduce:transition-none',
            className,
          )}
          {...popup}
        />
      </Base.Portal>
    </Base.Root>
  );
}
