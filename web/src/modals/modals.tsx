import { type ReactNode, startTransition, useEffect, useLayoutEffect, useOptimistic, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { whenSettled } from '../ui/when-settled.ts';
import { findViewHeading } from '../view-parts/view-heading.tsx';
import { createDetectionOrder } from './detection-order.ts';
import { modalIn, withModal, withoutModal } from './modal-address.ts';
import { ModalCode, ModalHost } from './modal-host.tsx';
import { ModalsContext, type OpenModal } from './modals-context.ts';

/** Which modal is open stands in the address: a link opens it, and going back closes it. */
export function Modals({ children }: { children: ReactNode }) {
  const [query] = useSearchParams();
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const router = useRef(navigate);
  const opener = useRef<Element | null>(null);
  const leaving = useRef<string | null>(null);
  // Under load the router may render late; a click must be answered at once.
  const [modal, showAtOnce] = useOptimistic(modalIn(query));

  useLayoutEffect(() => {
    router.current = navigate;
  });

  const isOpen = modal !== null;
  useEffect(() => {
    if (!isOpen) leaving.current = null;
  }, [isOpen]);

  // Behind what is shown first, and before anything is pressed: a threat must open at once, and when the server is gone, too.
  const isShown = useSnapshot(() => true) ?? false;
  useEffect(() => (isShown ? whenSettled(ModalCode.preload) : undefined), [isShown]);

  const [open] = useState(() => (...[kind, { id }]: Parameters<OpenModal>) => {
    const query = new URLSearchParams(window.location.search);
    // The second click of two, while the modal of the first is still on its way.
    if (modalIn(query)) return;
    opener.current = document.activeElement;
    const next = { kind, id };
    startTransition(() => {
      if (ModalCode.isLoaded()) showAtOnce(next);
      void router.current({ search: `?${withModal(query, next)}` }, { state: OPENED_HERE });
    });
  });

  const [order] = useState(createDetectionOrder);
  const [context] = useState({ open, order });

  function walk(id: number) {
    if (!modal) return;
    const next = { kind: modal.kind, id };
    startTransition(() => {
      showAtOnce(next);
      void navigate({ search: `?${withModal(query, next)}` }, { replace: true, state });
    });
  }

  function close() {
    // A second Escape before the first has had its effect must not lead further back.
    if (leaving.current === key) return;
    leaving.current = key;
    if (isOpenedHere(state)) return void navigate(-1);
    startTransition(() => {
      showAtOnce(null);
      void navigate({ search: String(withoutModal(query)) }, { replace: true });
    });
  }

  function returnFocus() {
    const { current } = opener;
    opener.current = null;
    return current instanceof HTMLElement && current.isConnected && current !== document.body
      ? current
      : findViewHeading();
  }

  return (
    <ModalsContext value={context}>
      {children}
      <ModalHost modal={modal} returnFocus={returnFocus} onClose={close} onWalk={walk} />
    </ModalsContext>
  );
}

const OPENED_HERE = { openedHere: true };

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
