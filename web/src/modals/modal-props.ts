import type { ReactNode } from 'react';

/** What every modal is given besides the detection. */
export type ModalProps = {
  returnFocus: () => HTMLElement | null;
  onClose: () => void;
  /** The buttons that lead to the newer and the older detection. */
  walk: ReactNode;
};

export type HostProps = Omit<ModalProps, 'walk'> & { onWalk: (id: number) => void };
