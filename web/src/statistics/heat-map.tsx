import type { BreakdownAnswer } from '@vedette/contract/breakdown';
import { Link } from 'react-router';
import { formatMinute } from '../detections/format.ts';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/format-count.ts';
import { type Cell, cellsOf, heatRows } from './heat-cells.ts';
import { historyWith } from './history-with.ts';

/** The last 24 hours, each hour of the day once, so that each cell is one period that the history can filter by. */
export function HeatMap({ answer }: { answer: BreakdownAnswer }) {
  const cells = cellsOf(answer);
  return (
    <Card className="p-4 sm:p-5 col-span-full">
      <h3 className="font-semibold">Hours and Levels</h3>
      <p className="mt-1 mb-3 text-sm text-muted">{`The last 24 hours, in the time zone of this browser (${timeZone()}).`}</p>
      <div ref={showNewest} className="relative overflow-x-auto">
        <table aria-label="Detections per hour of the day and threat level" className="w-full text-xs tabular-nums">
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 bg-surface">
                <span className="sr-only">Threat level</span>
              </th>
              {cells.high.map(({ start }) => (
                <th key={start} scope="col" className="px-0.5 font-normal text-muted">
                  <time dateTime={new Date(start).toISOString()}>{formatMinute(start)}</time>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {heatRows.map(({ level, name, note, fill }) => (
              <tr key={level}>
                <th scope="row" className="sticky left-0 bg-surface pr-3 text-left font-medium whitespace-nowrap">
                  {name} <span className="font-normal text-muted max-sm:hidden">{note}</span>
                </th>
                {cells[level].map((cell) => (
                  <td key={cell.start} className="p-0.5 text-center">
                    <HeatCell cell={cell} level={level} name={name} fill={fill} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** Scrolls to the latest hours when not all of them fit. */
function showNewest(box: HTMLElement | null) {
  if (box) box.scrollLeft = box.scrollWidth;
}

type CellProps = { cell: Cell; level: string; name: string; fill: string };

/** The colour is beside the number, not behind it, so that the contrast of the number is always the same. */
function HeatCell({ cell: { start, end, count, share }, level, name, fill }: CellProps) {
  const hour = `${formatMinute(start)} to ${formatMinute(end)}`;
  const title = `${name}, ${hour}: ${count === 1 ? '1 detection' : `${formatCount(count)} detections`}`;
  const look = 'block rounded-md';
  const face = (
    <>
      <svg viewBox="0 0 10 10" preserveAspectRatio="none" className="block h-5 w-full rounded-md" aria-hidden="true">
        <rect width="10" height="10" className="fill-sunken" />
        {count > 0 && <rect width="10" height="10" className={fill} opacity={0.25 + 0.75 * share} />}
      </svg>
      <span aria-hidden="true">{formatCount(count)}</span>
    </>
  );
  if (count === 0) {
    return (
      <span className={`${look} text-muted`}>
        {face}
        <span className="sr-only">0</span>
      </span>
    );
  }
  const to = historyWith({
    level,
    period: 'custom',
    from: new Date(start).toISOString(),
    to: new Date(end).toISOString(),
  });
  return (
    <Link to={to} aria-label={title} title={title} className={`${look} font-semibold`}>
      {face}
    </Link>
  );
}

function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
