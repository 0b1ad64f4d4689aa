import { type ReactNode, startTransition, useEffect, useLayoutEffect, useOptimistic, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { whenSettled } from '../ui/pages/when-settled.ts';
import { findViewHeading } from '../view-parts/view-heading.tsx';
import { createDetectionOrder } from './detection-order.ts';
import { modalIn, withModal, withoutModal } from './modal-address.ts';
import { ModalCode, ModalHost } from './modal-host.tsx';
import { ModalsContext, type OpenModal } from './modals-context.ts';

/** Keeps the open modal in the address, so that a link opens it and the back button closes it. */
export function Modals({ children }: { children: ReactNode }) {
  const [query] = useSearchParams();
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const router = useRef(navigate);
  const opener = useRef<Element | null>(null);
  const leaving = useRef<string | null>(null);
  // The optimistic state shows the modal at once, even when the router renders late under load.
  const [modal, showAtOnce] = useOptimistic(modalIn(query));

  useLayoutEffect(() => {
    router.current = navigate;
  });

  const isOpen = modal !== null;
  useEffect(() => {
    if (!isOpen) leaving.current = null;
  }, [isOpen]);

  // The code is preloaded after the first rendering, so that a modal opens at once, even when the server is unreachable.
  const isShown = useSnapshot(() => true) ?? false;
  useEffect(() => (isShown ? whenSettled(ModalCode.preload) : undefined), [isShown]);

  const [open] = useState(() => (...[kind, { id }]: Parameters<OpenModal>) => {
    const query = new URLSearchParams(window.location.search);
    // A double click opens one modal: the second click is ignored while the first one is loading.
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
    // A second Escape must not go back another page before the first one has closed the modal.
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
    return canTakeFocus(current) ? current : findViewHeading();
  }

  return (
    <ModalsContext value={context}>
      {children}
      <ModalHost modal={modal} returnFocus={returnFocus} onClose={close} onWalk={walk} />
    </ModalsContext>
  );
}

/** A card that is gone, or kept as "Deleted" until the pointer leaves (inert), cannot take the focus. */
function canTakeFocus(element: Element | null): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    element !== document.body &&
    element.closest('[inert]') === null
  );
}

const OPENED_HERE = { openedHere: true };

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
