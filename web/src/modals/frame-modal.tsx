import { FramePanel } from '../frames/frame-panel.tsx';
import { FootedDialog } from '../ui/dialogs/footed-dialog.tsx';
import { DetectionUnavailable } from './detection-unavailable.tsx';
import type { ModalProps } from './modal-props.ts';
import { WithDetection } from './with-detection.tsx';

/** Shows only the frame, as large as the screen allows. */
export function FrameModal({ id, ...rest }: ModalProps & { id: number | null }) {
  return (
    <FootedDialog
      wide
      title={
        <>
          Captured Frame {id !== null && <span className="text-base font-normal text-muted tabular-nums">#{id}</span>}
        </>
      }
      {...rest}
    >
      {id === null ? (
        <DetectionUnavailable title="Invalid threat data" />
      ) : (
        <WithDetection key={id} id={id}>
          {(detection) => <FramePanel detection={detection} alone />}
        </WithDetection>
      )}
    </FootedDialog>
  );
}
