import type { Detection } from '@vedette/contract/detection';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DetectionUnavailable } from './detection-unavailable.tsx';
import { useDetection } from './one-detection.queries.ts';

type Props = { id: number; children: (detection: Detection) => ReactNode };

/** Shows a detection, or the reason why it is unavailable. */
export function WithDetection({ id, children }: Props) {
  const one = useDetection(id);
  switch (one.state) {
    case 'ready':
      return hasId(one.detection) ? children(one.detection) : <DetectionUnavailable title="Invalid threat data" />;
    case 'loading':
      return (
        <div role="status" aria-label="Loading threat details" className="grid gap-5">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="aspect-video max-h-[62dvh] w-full rounded-xl" />
        </div>
      );
    case 'unknown':
      return (
        <DetectionUnavailable title={one.reason}>
          It was deleted, or the address has a wrong number.
        </DetectionUnavailable>
      );
    case 'failed':
      return (
        <DetectionUnavailable title="This detection could not be loaded">
          <p>{one.reason}</p>
          <Button variant="outline" size="small" className="mt-3" onClick={one.again}>
            Try Again
          </Button>
        </DetectionUnavailable>
      );
  }
}

/** A response may lack fields that its type requires. */
function hasId({ id }: { id?: number }): boolean {
  return typeof id === 'number';
}
