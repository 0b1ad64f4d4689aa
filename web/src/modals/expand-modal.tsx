import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { FootedDialog } from '../ui/dialogs/footed-dialog.tsx';
import { ErrorBoundary } from '../ui/pages/error-boundary.tsx';
import { DetectionUnavailable } from './detection-unavailable.tsx';
import type { ModalProps } from './modal-props.ts';
import { ThreatDetails } from './threat-details.tsx';

/** Everything about one threat, in an error boundary of its own. */
export function ExpandModal({ id, ...rest }: ModalProps & { id: number | null }) {
  const [attempt, setAttempt] = useState(0);
  return (
    <FootedDialog
      wide
      title="Threat Details"
      footer={id !== null && <p className="mr-auto text-sm text-muted tabular-nums">Detection ID: {id}</p>}
      {...rest}
    >
      {id === null ? (
        <DetectionUnavailable title="Invalid threat data">
          The address names no detection. Open the threat from the dashboard.
        </DetectionUnavailable>
      ) : (
        <ErrorBoundary
          resetKey={`${id} ${attempt}`}
          fallback={() => (
            <DetectionUnavailable title="Unable to display threat details. Please try again.">
              <Button variant="outline" size="small" onClick={() => setAttempt(attempt + 1)}>
                Try Again
              </Button>
            </DetectionUnavailable>
          )}
        >
          <ThreatDetails key={`${id} ${attempt}`} id={id} />
        </ErrorBoundary>
      )}
    </FootedDialog>
  );
}
