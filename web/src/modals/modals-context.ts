import type { Detection } from '@vedette/contract/detection';
import { createContext, useContext } from 'react';
import type { ModalKind } from './modal-address.ts';

/** Opens a modal of this detection, and writes it into the address. */
export type OpenModal = (kind: ModalKind, detection: Pick<Detection, 'id'>) => void;

export const ModalsContext = createContext<OpenModal | null>(null);

/** Returns a stable function, so that it never causes a card to render again. */
export function useOpenModal(): OpenModal {
  const open = useContext(ModalsContext);
  if (!open) throw new Error('No modals here');
  return open;
}
