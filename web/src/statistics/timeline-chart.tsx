import type { TimelineAnswer, TimelineRange } from '@vedette/contract/timeline';
import { formatDate, formatMinute } from '../detections/format.ts';
import { ColumnChart } from '../ui/charts/column-chart.tsx';
import { formatCount } from '../ui/format-count.ts';
import { type Bin, binsOf, nameOfBin } from './timeline.ts';

const words = {
  hour: { period: 'the last hour', step: 'minute' },
  day: { period: 'the last day', step: 'hour' },
  month: { period: 'the last 30 days', step: 'day' },
} as const;

/** The chart, and a table of its data. */
export function TimelineChart({ answer }: { answer: TimelineAnswer }) {
  const { range } = answer;
  const bins = binsOf(answer);
  const { period, step } = words[range];
  const label = `Detections in ${period}, by ${step}`;
  return (
    <>
      <ColumnChart
        label={label}
        columns={bins.map((bin, place) => {
          const tick = tickOf(bin, { place, range });
          return { name: nameOfBin(bin, range), value: bin.count, ...(tick && { tick }) };
        })}
        describe={detections}
        summary={summarise(bins, range)}
      />
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{step}</th>
              <th scope="col">Detections</th>
            </tr>
          </thead>
          <tbody>
            {bins.map((bin) => (
              <tr key={bin.start}>
                <th scope="row">{nameOfBin(bin, range)}</th>
                <td>{bin.count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function summarise(bins: readonly Bin[], range: TimelineRange): string {
  const sum = bins.reduce((total, { count }) => total + count, 0);
  if (sum === 0) return `No detections in ${words[range].period}`;
  const most = bins.reduce((a, b) => (b.count > a.count ? b : a));
  const peak =
    most.count > 1
      ? `, most (${formatCount(most.count)}) ${range === 'month' ? 'on' : 'at'} ${nameOfBin(most, range)}`
      : '';
  return `${detections(sum)} in ${words[range].period}${peak}`;
}

function detections(count: number): string {
  return count === 1 ? '1 detection' : `${formatCount(count)} detections`;
}

/** The labels stand at round times; for days they are counted back from today. */
function tickOf({ start }: Bin, { place, range }: { place: number; range: TimelineRange }): string {
  const at = new Date(start);
  if (range === 'hour') return at.getMinutes() % 15 === 0 ? formatMinute(start) : '';
  if (range === 'day') return at.getHours() % 6 === 0 ? formatMinute(start) : '';
  return place % 7 === 1 ? formatDate(start) : '';
}
