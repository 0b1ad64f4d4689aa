import type { Detection } from '@vedette/contract/detection';
import { type KeyboardEvent, useRef } from 'react';
import { formatClock } from '../detections/format.ts';
import { FrameThumbnail } from '../frames/frame-thumbnail.tsx';

type Props = {
  /** In the order of their times. */
  detections: readonly Detection[];
  shown: Detection;
  onShow: (id: number) => void;
};

/** The pictures of an incident in one row. Arrow keys, Home and End walk from one to the next. */
export function IncidentStrip({ detections, shown, onShow }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const place = detections.findIndex(({ id }) => id === shown.id);

  /** The browser's own arrow keys would go from the last to the first. */
  function walk(event: KeyboardEvent) {
    const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: detections.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = detections[to];
    if (!next) return;
    onShow(next.id);
    strip.current?.querySelectorAll('input')[to]?.focus();
  }

  return (
    <div ref={strip} role="radiogroup" aria-label="Sightings" className="flex gap-2 overflow-x-auto p-1">
      {detections.map((detection) => (
        <Sighting
          key={detection.id}
          detection={detection}
          isShown={detection.id === shown.id}
          onShow={onShow}
          onKeyDown={walk}
        />
      ))}
    </div>
  );
}

type SightingProps = {
  detection: Detection;
  isShown: boolean;
  onShow: (id: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Sighting({ detection, isShown, onShow, onKeyDown }: SightingProps) {
  const { id, timestamp } = detection;
  const time = formatClock(Date.parse(timestamp));
  return (
    <label className="shrink-0 overflow-hidden rounded-lg border border-line bg-surface text-xs tabular-nums">
      <FrameThumbnail detection={detection} className="aspect-video h-20" />
      <span className="flex items-center gap-2 p-2">
        <input
          type="radio"
          name="sighting"
          aria-label={`Seen ${time}, detection ${id}`}
          checked={isShown}
          onChange={() => onShow(id)}
          onKeyDown={onKeyDown}
        />
        <span aria-hidden="true">{time}</span>
      </span>
    </label>
  );
}
