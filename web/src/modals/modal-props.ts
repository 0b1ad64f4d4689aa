import type { KeyboardEvent, ReactNode } from 'react';

/** What every modal is given besides the detection. */
export type ModalProps = {
  returnFocus: () => HTMLElement | null;
  onClose: () => void;
  /** The buttons that lead to the newer and the older detection. */
  walk: ReactNode;
  /** The keys that do the same. */
  onKeyDown: (event: KeyboardEvent) => void;
};

export type HostProps = Omit<ModalProps, 'walk' | 'onKeyDown'> & { onWalk: (id: number) => void };
