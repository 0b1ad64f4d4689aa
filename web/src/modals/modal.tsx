import { ExpandModal } from './expand-modal.tsx';
import { FrameModal } from './frame-modal.tsx';
import { MetricsModal } from './metrics-modal.tsx';
import type { Modal as Address } from './modal-address.ts';
import type { HostProps } from './modal-props.ts';
import { WalkButtons } from './walk-buttons.tsx';

const modals = { threat: ExpandModal, metrics: MetricsModal, frame: FrameModal } as const;

/** The one that the address names. What it has loaded goes when it closes. */
export function Modal({ modal: { kind, id }, onWalk, ...rest }: HostProps & { modal: Address }) {
  const Kind = modals[kind];
  return <Kind id={id} walk={id !== null && <WalkButtons id={id} onWalk={onWalk} />} {...rest} />;
}
