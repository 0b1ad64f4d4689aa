import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { Detection } from '@vedette/contract/detection';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { type IncidentGroup, incidentKey } from '../detections/incident-groups.ts';
import { useListOnScreen } from '../modals/modals-context.ts';
import { CardPlace } from '../view-parts/card-place.tsx';
import { useGridSize } from '../view-parts/card-size.ts';
import type { HeldOrder } from '../view-parts/held-order.ts';
import { usePageTop } from '../view-parts/use-page-top.ts';
import { GroupedThreatCard } from './grouped-threat-card.tsx';
import { useFocusedCard } from './use-focused-card.ts';

export type ThreatGridProps = {
  order: Pick<HeldOrder, 'shown' | 'gone'>;
  /** By their keys; null when each detection has a card of its own. */
  groups: ReadonlyMap<string, IncidentGroup> | null;
  onDelete: (detection: Detection) => void;
  /** Absent when there are no older threats. */
  onLoadOlder: (() => void) | undefined;
};

/** Draws the cards near the screen only. Each keeps its identity when new ones push it on, so that no picture reloads. */
export function VirtualThreatGrid({ order: { shown, gone }, groups, onDelete, onLoadOlder }: ThreatGridProps) {
  const { columns, cardPx, gapPx } = useGridSize();
  const grid = useRef<HTMLDivElement>(null);
  const top = usePageTop(grid);
  const focused = useFocusedCard(grid);
  const step = cardPx + gapPx;

  const rows = useWindowVirtualizer({
    count: Math.ceil(shown.length / columns),
    estimateSize: () => step,
    scrollMargin: top,
    // The next row is rendered for the Tab key.
    overscan: 1,
  });
  useLayoutEffect(() => {
    if (step > 0) rows.measure();
  }, [rows, step]);

  const reveal = useCallback(
    (index: number) => rows.scrollToIndex(Math.floor(index / columns), { align: 'center' }),
    [rows, columns],
  );
  useListOnScreen({ shown, loadOlder: onLoadOlder, reveal });

  const drawn = rows.getVirtualItems().flatMap(({ index }) => placesOfRow(index, columns));
  // The focus must not be lost because new threats push its card off the screen.
  const held = focused === null ? -1 : shown.findIndex(({ id }) => id === focused);
  if (held >= 0 && !drawn.includes(held)) drawn.push(held);
  // In this order no card is ever moved in the document, which would cost it the focus, too.
  drawn.sort((a, b) => a - b);
  const width = columns === 1 ? '100%' : `calc(50% - ${gapPx / 2}px)`;
  return (
    <div ref={grid} className="relative" style={{ height: rows.getTotalSize() - gapPx }}>
      {drawn.map((place) => {
        const detection = shown[place];
        return (
          detection && (
            <div
              key={groups === null ? detection.id : incidentKey(detection)}
              className="absolute top-0"
              style={{
                width,
                left: place % columns === 0 ? 0 : `calc(50% + ${gapPx / 2}px)`,
                transform: `translateY(${Math.floor(place / columns) * step}px)`,
              }}
            >
              <CardPlace id={detection.id} gone={gone.has(detection.id)}>
                <GroupedThreatCard detection={detection} groups={groups} onDelete={onDelete} />
              </CardPlace>
            </div>
          )
        );
      })}
    </div>
  );
}

function placesOfRow(row: number, columns: 1 | 2): number[] {
  return columns === 1 ? [row] : [2 * row, 2 * row + 1];
}
