import { Dialog as Base } from '@base-ui/react/dialog';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type Props = Omit<ComponentProps<typeof Base.Popup>, 'className'> & {
  open: boolean;
  className: string;
  onClose: () => void;
};

/**
 * What all dialogs are made of. They are not closed by a click beside them: that may be meant for a toast, and a key that is
 * shown once would be gone. And they leave alone what the page scrolls by: the library's own way to keep the page behind
 * them from scrolling switches that off, and on again, and each time all of the page is painted anew. Here the backdrop
 * takes what is scrolled: its content is taller by one pixel, and nothing is handed on. (Safari, Chrome before 144 and
 * Firefox before 150 hand on what is scrolled over a dialog that has nothing to scroll itself.) Only the outermost dialog
 * has a backdrop.
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
