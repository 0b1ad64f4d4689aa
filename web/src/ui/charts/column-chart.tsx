import { type KeyboardEvent, type PointerEvent, useState } from 'react';

export type Column = { name: string; value: number /** The label below the column, if any. */; tick?: string };

type Props = {
  /** A description of the chart for screen readers. */
  label: string;
  columns: readonly Column[];
  /** Formats a value: 3 detections. */
  describe: (value: number) => string;
  /** The text while no column is selected. */
  summary: string;
};

/** The index that a key selects, from the index of the current column. */
const moves: Record<string, (place: number, last: number) => number> = {
  ArrowRight: (place) => place + 1,
  ArrowUp: (place) => place + 1,
  ArrowLeft: (place) => place - 1,
  ArrowDown: (place) => place - 1,
  PageUp: (place) => place + 10,
  PageDown: (place) => place - 10,
  Home: () => 0,
  End: (_, last) => last,
};

/** A column chart. The pointer or the arrow keys select a column, and its value is shown as text. */
export function ColumnChart({ label, columns, describe, summary }: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const last = columns.length - 1;
  const at = pointed === null ? null : Math.min(pointed, last);
  const column = at === null ? undefined : columns[at];
  const top = roundTop(Math.max(0, ...columns.map(({ value }) => value)));
  const worded = (it: Column | undefined) => (it ? `${it.name}: ${describe(it.value)}` : '');

  function move(event: KeyboardEvent) {
    const place = moves[event.key]?.(at ?? last, last);
    if (place === undefined) return;
    event.preventDefault();
    setPointed(Math.max(0, Math.min(last, place)));
  }

  function point({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * columns.length))));
  }

  return (
    <div>
      <p className="line-clamp-2 h-10 text-sm text-muted tabular-nums sm:h-5">
        {column ? <span className="font-medium text-ink">{worded(column)}</span> : summary}
      </p>
      <div className="mt-3 grid grid-cols-[auto_1fr] gap-x-3">
        <div aria-hidden="true" className="relative w-[4ch] text-right text-xs text-muted tabular-nums">
          <span className="absolute top-0 right-0 -translate-y-1/2">{short(top)}</span>
          <span className="absolute top-1/2 right-0 -translate-y-1/2">{short(top / 2)}</span>
          <span className="absolute right-0 bottom-0 translate-y-1/2">0</span>
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={columns.length}
          aria-valuenow={(at ?? last) + 1}
          aria-valuetext={worded(column ?? columns[last])}
          onKeyDown={move}
          onFocus={() => setPointed((place) => place ?? last)}
          onBlur={() => setPointed(null)}
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
          className="h-44 touch-pan-y rounded-sm outline-offset-4 sm:h-56"
        >
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${columns.length} 100`}
            preserveAspectRatio="none"
            className="size-full overflow-visible"
          >
            {[0, 50, 100].map((y) => (
              <line
                key={y}
                x1="0"
                x2={columns.length}
                y1={y}
                y2={y}
                vectorEffect="non-scaling-stroke"
                className={y === 100 ? 'stroke-edge' : 'stroke-line'}
              />
            ))}
            {at !== null && <rect x={at} y="0" width="1" height="100" className="fill-sunken" />}
            {columns.map(({ name, value }, place) => (
              <rect
                key={name}
                x={place + 0.12}
                width="0.76"
                y={100 - (value / top) * 100}
                height={(value / top) * 100}
                className={place === at ? 'fill-ink' : 'fill-accent'}
              />
            ))}
          </svg>
        </div>
        <div aria-hidden="true" className="relative col-start-2 mt-2 h-4 text-xs text-muted tabular-nums">
          {columns.map(
            ({ name, tick }, place) =>
              tick && (
                <span
                  key={name}
                  style={{ left: `${((place + 0.5) / columns.length) * 100}%` }}
                  className="absolute -translate-x-1/2 whitespace-nowrap"
                >
                  {tick}
                </span>
              ),
          )}
        </div>
      </div>
    </div>
  );
}

/** The next larger round number whose half is an integer: 2, 4, 6, 10, 20, 40, … */
function roundTop(most: number): number {
  for (let size = 1; ; size *= 10) {
    const fitting = [2, 4, 6, 10].find((factor) => factor * size >= most);
    if (fitting) return fitting * size;
  }
}

/** Shortens a value to at most four characters: 12k. */
function short(value: number): string {
  return value < 10_000 ? String(value) : `${Math.round(value / 1_000)}k`;
}
