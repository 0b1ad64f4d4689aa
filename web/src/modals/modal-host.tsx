import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/pages/error-boundary.tsx';
import { lazyPage } from '../ui/pages/lazy-page.ts';
import type { Modal } from './modal-address.ts';
import type { HostProps } from './modal-props.ts';

/** The code of all modals is loaded when the page is idle, at the latest when the first modal opens. */
export const ModalCode = lazyPage(() => import('./modal.tsx').then((it) => it.Modal));

/** A failure of a modal, or of its loading, leaves the page as it is. */
export function ModalHost({ modal, ...rest }: HostProps & { modal: Modal | null }) {
  const [attempt, setAttempt] = useState(0);
  const key = modal ? `${modal.kind} ${modal.id}` : '';
  return (
    <ErrorBoundary
      resetKey={`${key} ${attempt}`}
      onError={ModalCode.renew}
      fallback={() => <ModalBroken onAgain={() => setAttempt(attempt + 1)} onClose={rest.onClose} />}
    >
      {/* Always there: React keeps what a new boundary waits for hidden for 300 ms, however soon it comes. */}
      <Suspense>{modal && <ModalCode key={`${modal.kind} ${attempt}`} modal={modal} {...rest} />}</Suspense>
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
