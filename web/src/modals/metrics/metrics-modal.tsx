import { IconRefresh } from '@tabler/icons-react';
import { formatClock } from '../../detections/format.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FootedDialog } from '../../ui/dialogs/footed-dialog.tsx';
import { ErrorBoundary } from '../../ui/pages/error-boundary.tsx';
import { DetectionUnavailable } from '../detection-unavailable.tsx';
import type { ModalProps } from '../modal-props.ts';
import { useMetrics } from '../one-detection.queries.ts';
import { MetricsSkeleton } from './metrics-skeleton.tsx';
import { MetricsTable } from './metrics-table.tsx';

const FAILED = 'Failed to load system metrics - this detection may not have metrics data';

export function MetricsModal({ id, ...rest }: ModalProps & { id: number | null }) {
  if (id !== null) return <MetricsOfDetection key={id} id={id} {...rest} />;
  return (
    <FootedDialog title="System Metrics" {...rest}>
      <DetectionUnavailable title="No detection ID provided" />
    </FootedDialog>
  );
}

function MetricsOfDetection({ id, ...rest }: ModalProps & { id: number }) {
  const { data: metrics, error, isFetching, dataUpdatedAt: loadedAt, refetch } = useMetrics(id);
  const failed = error !== null && !isFetching;
  return (
    <FootedDialog
      title={
        <>
          System Metrics <span className="text-base font-normal text-muted tabular-nums">#{id}</span>
        </>
      }
      footer={
        <>
          <p role="status" className="mr-auto text-sm text-muted tabular-nums max-sm:basis-full">
            {metrics && !isFetching && `Loaded ${formatClock(loadedAt)}`}
          </p>
          <Button variant="outline" busy={isFetching} onClick={() => void refetch()}>
            <IconRefresh
              size="1.1rem"
              stroke={1.75}
              aria-hidden="true"
              className={classNames(isFetching && 'turning')}
            />
            Refresh
          </Button>
        </>
      }
      {...rest}
    >
      <div className="grid gap-5">
        {failed && <DetectionUnavailable title={FAILED}>{error.message}</DetectionUnavailable>}
        {!metrics && !failed && <MetricsSkeleton />}
        {metrics && (
          <ErrorBoundary
            resetKey={String(loadedAt)}
            fallback={(reason) => <DetectionUnavailable title={FAILED}>{reason}</DetectionUnavailable>}
          >
            <MetricsTable metrics={metrics} />
          </ErrorBoundary>
        )}
      </div>
    </FootedDialog>
  );
}
