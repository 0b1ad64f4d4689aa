import { Toaster as Sonner } from 'sonner';
import { TOAST_TOP } from './toast-place.ts';

export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      mobileOffset={{ top: `var(${TOAST_TOP}, 16px)` }}
      className="font-sans!"
      closeButton
      gap={10}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-xl border border-line bg-surface p-4 pr-11 text-ink shadow-float sm:w-88',
          title: 'text-sm font-semibold',
          description: 'mt-0.5 text-sm text-muted',
          icon: 'mt-px shrink-0',
          closeButton:
            'absolute! top-2.5! right-2.5! left-auto! transform-none! grid size-7! place-items-center rounded-md! border-0! bg-transparent! text-muted! hover:bg-sunken! hover:text-ink!',
          success: '[&_[data-icon]]:text-calm-ink',
          error: '[&_[data-icon]]:text-danger-ink',
          warning: '[&_[data-icon]]:text-caution-ink',
          info: '[&_[data-icon]]:text-accent',
        },
      }}
    />
  );
}
