import type { Detection } from '@vedette/contract/detection';
import { createContext, useContext, useEffect } from 'react';
import type { DetectionOrder, ListOnScreen } from './detection-order.ts';
import type { ModalKind } from './modal-address.ts';

/** Opens a modal of this detection, and writes it into the address. */
export type OpenModal = (kind: ModalKind, detection: Pick<Detection, 'id'>) => void;

/** Both are always the same, so that no card is rendered again because of them. */
export const ModalsContext = createContext<{ open: OpenModal; order: DetectionOrder } | null>(null);

export function useOpenModal(): OpenModal {
  return useModals().open;
}

export function useDetectionOrder(): DetectionOrder {
  return useModals().order;
}

/** Makes a view's list the one in which keys walk. */
export function useListOnScreen({ shown, loadOlder, reveal }: ListOnScreen) {
  const order = useDetectionOrder();
  useEffect(() => order.set({ shown, loadOlder, reveal }), [order, shown, loadOlder, reveal]);
  useEffect(() => order.clear, [order]);
}

function useModals() {
  const modals = useContext(ModalsContext);
  if (!modals) throw new Error('No modals here');
  return modals;
}
