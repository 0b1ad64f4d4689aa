import { IconDownload } from '@tabler/icons-react';
import { useMay } from '../api/permissions.ts';
import { Button } from '../ui/button.tsx';
import { buttonLook } from '../ui/button-look.ts';
import { formatCount } from '../ui/format-count.ts';
import { exportAddress } from './history.queries.ts';
import type { useHistory } from './use-history.ts';

type Props = { history: ReturnType<typeof useHistory>; filtered: boolean; onClear: () => void };

/** The number of loaded rows, and the link to the export. */
export function HistorySummary({ history, filtered, onClear }: Props) {
  const mayExport = useMay('detections.export');
  const { phase, items, cursor, filter } = history;
  return (
    <div className="my-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="grow text-sm text-muted tabular-nums">
        {phase === 'ready' && amount({ shown: items.length, hasOlder: cursor !== null })}
      </p>
      {filtered && (
        <Button variant="quiet" size="small" onClick={onClear}>
          Clear Filters
        </Button>
      )}
      {mayExport && (
        <a href={exportAddress(filter)} download className={buttonLook({ variant: 'outline', size: 'small' })}>
          <IconDownload size="1rem" stroke={1.75} aria-hidden="true" />
          Export CSV
        </a>
      )}
    </div>
  );
}

function amount({ shown, hasOlder }: { shown: number; hasOlder: boolean }): string {
  if (hasOlder) return `${formatCount(shown)} shown, more below`;
  return shown === 0 ? 'None' : `${formatCount(shown)} shown, that is all`;
}
