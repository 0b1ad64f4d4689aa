import { ExpandModal } from './expand-modal.tsx';
import { FrameModal } from './frame-modal.tsx';
import { MetricsModal } from './metrics-modal.tsx';
import type { Modal as Address } from './modal-address.ts';
import type { ModalProps } from './modal-props.ts';

const modals = { threat: ExpandModal, metrics: MetricsModal, frame: FrameModal } as const;

/** The modal that the address names. Its loaded data is discarded when it closes. */
export function Modal({ modal, ...rest }: ModalProps & { modal: Address }) {
  const Kind = modals[modal.kind];
  return <Kind id={modal.id} {...rest} />;
}
