import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyPage } from '../ui/lazy-page.ts';
import type { Modal } from './modal-address.ts';
import type { ModalProps } from './modal-props.ts';

/** The code of all modals is loaded when the page is idle, at the latest when the first modal opens. */
export const ModalCode = lazyPage(() => import('./modal.tsx').then((it) => it.Modal));

/** Shows the open modal. An error boundary keeps the page intact when a modal fails or cannot be loaded. */
export function ModalHost({ modal, ...rest }: ModalProps & { modal: Modal | null }) {
  const [attempt, setAttempt] = useState(0);
  const key = modal ? `${modal.kind} ${modal.id}` : '';
  return (
    <ErrorBoundary
      resetKey={`${key} ${attempt}`}
      onError={ModalCode.renew}
      fallback={() => <ModalBroken onAgain={() => setAttempt(attempt + 1)} onClose={rest.onClose} />}
    >
      {/* The boundary is always mounted: React hides the content of a new one for at least 300 ms. */}
      <Suspense>{modal && <ModalCode key={`${key} ${attempt}`} modal={modal} {...rest} />}</Suspense>
    </ErrorBoundary>
  );
}

/** Uses none of the dialog's code, because that may have failed to load; it then retries until the modal opens. */
function ModalBroken({ onAgain, onClose }: { onAgain: () => void; onClose: () => void }) {
  const again = useEffectEvent(onAgain);
  useEffect(() => {
    if (ModalCode.isLoaded()) return;
    const waiting = new AbortController();
    void ModalCode.keepFetching(waiting.signal).then(
      () => waiting.signal.aborted || again(),
      () => undefined,
    );
    return () => waiting.abort();
  }, []);
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
