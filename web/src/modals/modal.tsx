import { ExpandModal } from './expand-modal.tsx';
import { FrameModal } from './frame-modal.tsx';
import { MetricsModal } from './metrics/metrics-modal.tsx';
import type { Modal as Address } from './modal-address.ts';
import type { HostProps } from './modal-props.ts';
import { useWalk } from './use-walk.ts';
import { WalkButtons } from './walk-buttons.tsx';

const modals = { threat: ExpandModal, metrics: MetricsModal, frame: FrameModal } as const;

/** The one that the address names. What it has loaded goes when it closes. */
export function Modal({ modal: { kind, id }, onWalk, ...rest }: HostProps & { modal: Address }) {
  const { newer, older, onKeyDown } = useWalk(id, onWalk);
  const Kind = modals[kind];
  const walk = <WalkButtons newer={newer} older={older} onWalk={onWalk} />;
  return <Kind id={id} walk={walk} onKeyDown={onKeyDown} {...rest} />;
}
