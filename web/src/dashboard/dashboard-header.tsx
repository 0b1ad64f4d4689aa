import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useDashboardStore, useLoading } from '../detections/dashboard-store-context.ts';
import { useLiveStream } from '../live/live-context.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ConnectionChip } from './connection-chip.tsx';
import { useClearAll } from './use-clear-all.ts';

export function DashboardHeader() {
  const store = useDashboardStore();
  const stream = useLiveStream();
  const { fetching } = useLoading();
  const { clearAll, clearing } = useClearAll();

  function refresh() {
    void store.refresh();
    // A press tries again at once.
    if (stream.connection().phase === 'blind') stream.restart();
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-2xl font-semibold tracking-tight">Detection Dashboard</h1>
        <ConnectionChip />
      </div>
      <div className="flex w-full gap-2 sm:w-auto">
        <Button
          variant="outline"
          busy={fetching}
          className="grow max-sm:px-2 max-sm:text-[0.8125rem]"
          onClick={refresh}
        >
          <IconRefresh
            size="1.1rem"
            stroke={1.75}
            aria-hidden="true"
            className={classNames('max-sm:hidden', fetching && 'turning')}
          />
          Refresh Dashboard
        </Button>
        <Button
          variant="danger"
          busy={clearing}
          className="grow max-sm:px-2 max-sm:text-[0.8125rem]"
          onClick={clearAll}
        >
          <IconTrash size="1.1rem" stroke={1.75} aria-hidden="true" className="max-sm:hidden" />
          Clear All Detections
        </Button>
      </div>
    </div>
  );
}
