import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useLiveStream } from '../live/live-context.ts';
import { Button } from '../ui/button.tsx';
import { ConnectionChip } from './connection-chip.tsx';
import { useClearAll } from './use-clear-all.ts';
import { useLoading, useWatch } from './watch-context.ts';

export function DashboardHeader() {
  const watch = useWatch();
  const stream = useLiveStream();
  const { fetching } = useLoading();
  const { clearAll, clearing } = useClearAll();

  function refresh() {
    void watch.reload();
    // Not waiting for the next attempt: somebody is looking.
    if (stream.connection().phase === 'blind') stream.restart();
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-2xl font-semibold tracking-tight">Detection Dashboard</h1>
        <ConnectionChip />
      </div>
      <div className="flex w-full flex-wrap gap-2 sm:w-auto">
        <Button variant="outline" busy={fetching} className="grow" onClick={refresh}>
          <IconRefresh size="1.1rem" stroke={1.75} aria-hidden="true" className={fetching ? 'turning' : ''} />
          Refresh Dashboard
        </Button>
        <Button variant="danger" busy={clearing} className="grow" onClick={clearAll}>
          <IconTrash size="1.1rem" stroke={1.75} aria-hidden="true" />
          Clear All Detections
        </Button>
      </div>
    </div>
  );
}
