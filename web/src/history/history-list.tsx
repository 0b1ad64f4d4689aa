import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useListOnScreen } from '../modals/modals-context.ts';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/format-count.ts';
import { useRowHeight } from '../view-parts/card-size.ts';
import { OlderFailed } from '../view-parts/older-failed.tsx';
import { useDeleteDetection } from '../view-parts/use-delete-detection.ts';
import { usePageTop } from '../view-parts/use-page-top.ts';
import { HistoryRow } from './history-row.tsx';
import type { useHistory } from './use-history.ts';

/** The next page is loaded this many rows before the end. */
const AHEAD = 25;

type Props = { history: ReturnType<typeof useHistory> };

/** Renders only the rows near the screen. */
export function HistoryList({ history }: Props) {
  const { items, cursor, older, loadOlder } = history;
  const deleteDetection = useDeleteDetection();
  const place = useRef<HTMLDivElement>(null);
  const top = usePageTop(place);
  const rowPx = useRowHeight();
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowPx,
    getItemKey: (index) => items[index]?.id ?? index,
    scrollMargin: top,
    overscan: 8,
  });
  useLayoutEffect(() => {
    if (rowPx > 0) rows.measure();
  }, [rows, rowPx]);

  const reveal = useCallback((index: number) => rows.scrollToIndex(index, { align: 'center' }), [rows]);
  useListOnScreen({ shown: items, loadOlder: cursor === null ? undefined : () => void loadOlder(), reveal });

  const drawn = rows.getVirtualItems();
  const nearEnd = (drawn.at(-1)?.index ?? 0) >= items.length - AHEAD;
  const wanted = nearEnd && cursor !== null && older === 'idle';
  const load = useEffectEvent(() => void loadOlder());
  useEffect(() => {
    if (wanted) load();
  }, [wanted]);

  return (
    <>
      <Card className="overflow-hidden">
        <div
          ref={place}
          role="feed"
          aria-label="Detections"
          aria-busy={older === 'loading'}
          className="relative"
          style={{ height: rows.getTotalSize() }}
        >
          {drawn.map(({ index, start, key }) => {
            const detection = items[index];
            return (
              detection && (
                <div
                  key={key}
                  data-detection={detection.id}
                  className="absolute top-0 left-0 w-full"
                  style={{ transform: `translateY(${start - top}px)` }}
                >
                  <HistoryRow
                    detection={detection}
                    place={index + 1}
                    length={cursor === null ? items.length : -1}
                    onDelete={deleteDetection}
                  />
                </div>
              )
            );
          })}
        </div>
      </Card>
      <div className="flex h-16 items-center justify-center gap-3 text-sm text-muted tabular-nums">
        {cursor === null && `End of the list: ${formatCount(items.length)}`}
        {cursor !== null && older !== 'failed' && 'Loading older detections'}
        {cursor !== null && older === 'failed' && <OlderFailed what="detections" onRetry={() => void loadOlder()} />}
      </div>
    </>
  );
}
