import { IconDots, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useMay } from '../api/permissions.ts';
import { useDashboardStore, useLoading } from '../detections/dashboard-store-context.ts';
import { viewOf } from '../detections/dashboard-view.ts';
import { useLiveStream } from '../live/live-context.ts';
import { GroupSwitch } from '../threats/group-switch.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Popover } from '../ui/dialogs/popover.tsx';
import { useIsWide } from '../view-parts/card-size.ts';
import { ConnectionChip } from './connection-chip.tsx';
import { useClearAll } from './use-clear-all.ts';

export function DashboardHeader() {
  const isWide = useIsWide();
  const [query] = useSearchParams();
  return (
    <div className="flex items-center justify-between gap-x-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl font-semibold tracking-tight sm:text-2xl">Detection Dashboard</h1>
        <ConnectionChip />
      </div>
      {isWide ? (
        <div className="flex gap-2">
          <Actions />
        </div>
      ) : (
        <Popover label="Dashboard actions" icon={<IconDots size="1.4rem" stroke={1.75} aria-hidden="true" />}>
          {(close) => (
            <div className="grid gap-3">
              <Actions onPress={close} />
              {viewOf(query) === 'threats' && <GroupSwitch />}
            </div>
          )}
        </Popover>
      )}
    </div>
  );
}

function Actions({ onPress }: { onPress?: () => void }) {
  const store = useDashboardStore();
  const stream = useLiveStream();
  const { fetching } = useLoading();
  const { clearAll, clearing } = useClearAll();
  const mayClear = useMay('detections.clear');

  function refresh() {
    onPress?.();
    void store.refresh();
    // A press tries again at once.
    if (stream.connection().phase === 'blind') stream.restart();
  }

  function clear() {
    onPress?.();
    clearAll();
  }

  return (
    <>
      <Button variant="outline" busy={fetching} onClick={refresh}>
        <IconRefresh size="1.1rem" stroke={1.75} aria-hidden="true" className={classNames(fetching && 'turning')} />
        Refresh Dashboard
      </Button>
      {mayClear && (
        <Button variant="danger-outline" busy={clearing} onClick={clear}>
          <IconTrash size="1.1rem" stroke={1.75} aria-hidden="true" />
          Clear All Detections
        </Button>
      )}
    </>
  );
}
