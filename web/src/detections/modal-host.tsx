import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { Modal } from './modal-address.ts';

const loadCode = () => import('./modal.tsx');
const loadModal = () => loadCode().then(({ Modal }) => ({ default: Modal }));

export function preloadModals() {
  loadCode().catch(() => undefined);
}

export type ModalProps = { returnFocus: () => HTMLElement | null; onClose: () => void };

/** The modals' code comes when the first is opened; a failure there leaves the page as it is. */
export function ModalHost({ modal, ...rest }: ModalProps & { modal: Modal }) {
  const [{ Code, attempt }, setCode] = useState(() => ({ Code: lazy(loadModal), attempt: 0 }));
  const key = `${modal.kind} ${modal.id}`;
  return (
    <ErrorBoundary
      resetKey={`${key} ${attempt}`}
      fallback={() => (
        <ModalBroken onAgain={() => setCode({ Code: lazy(loadModal), attempt: attempt + 1 })} onClose={rest.onClose} />
      )}
    >
      <Suspense>
        <Code key={key} modal={modal} {...rest} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Without the dialog's own code, which may be what is missing. */
function ModalBroken({ onAgain, onClose }: { onAgain: () => void; onClose: () => void }) {
  return (
    <section
      aria-label="Threat details"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-xl rounded-xl border-2 border-danger-solid bg-danger-soft p-5 text-danger-ink shadow-float"
    >
      <p role="alert" className="font-semibold">
        Unable to display threat details. Please try again.
      </p>
      <div className="mt-4 flex justify-end gap-2">
        <Button variant="danger" size="small" onClick={onAgain}>
          Try Again
        </Button>
        <Button variant="outline" size="small" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  );
}
