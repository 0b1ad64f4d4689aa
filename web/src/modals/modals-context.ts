import type { Detection } from '@vedette/contract/detection';
import { createContext, useContext } from 'react';
import type { ModalKind } from './modal-address.ts';

/** Opens a modal of this detection; the address names it from then on. */
export type OpenModal = (kind: ModalKind, detection: Pick<Detection, 'id'>) => void;

export const ModalsContext = createContext<OpenModal | null>(null);

/** Always the same function, so that no card is drawn again because of it. */
export function useOpenModal(): OpenModal {
  const open = useContext(ModalsContext);
  if (!open) throw new Error('No modals here');
  return open;
}
