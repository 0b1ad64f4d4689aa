import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import { useGridSize } from './card-size.ts';
import { ThreatCard } from './threat-card.tsx';
import type { ThreatGridProps } from './threat-grid.tsx';
import { usePageTop } from './use-page-top.ts';
import { useWatch } from './watch-context.ts';

/** Draws the cards near the screen only. Each keeps its identity when new ones push it on, so that no picture reloads. */
export function VirtualThreatGrid({ threats, onDelete }: ThreatGridProps) {
  const { arrivals } = useWatch();
  const { columns, cardPx, gapPx } = useGridSize();
  const place = useRef<HTMLDivElement>(null);
  const top = usePageTop(place);
  const step = cardPx + gapPx;

  const rows = useWindowVirtualizer({
    count: Math.ceil(threats.length / columns),
    estimateSize: () => step,
    scrollMargin: top,
    overscan: 2,
  });
  useLayoutEffect(() => {
    if (step > 0) rows.measure();
  }, [rows, step]);

  const cards = rows.getVirtualItems().flatMap(({ index, start }) =>
    threats.slice(index * columns, (index + 1) * columns).map((detection, column) => ({
      detection,
      column,
      y: start - top,
    })),
  );
  const width = columns === 1 ? '100%' : `calc(50% - ${gapPx / 2}px)`;
  return (
    <div ref={place} className="relative" style={{ height: rows.getTotalSize() - gapPx }}>
      {cards.map(({ detection, column, y }) => (
        <div
          key={detection.id}
          className="absolute top-0"
          style={{ width, left: column === 0 ? 0 : `calc(50% + ${gapPx / 2}px)`, transform: `translateY(${y}px)` }}
        >
          <ThreatCard detection={detection} arrivedAt={arrivals.cameAt(detection.id)} onDelete={onDelete} />
        </div>
      ))}
    </div>
  );
}
