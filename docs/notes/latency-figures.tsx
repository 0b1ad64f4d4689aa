import { G, Line, Path, Rect } from '@react-pdf/renderer';
import { CHART_WIDTH, Chart, Label, logarithmic, Steps } from './build/chart.tsx';
import type { MeasuredTable } from './build/figures.ts';
import { colours } from './build/look.ts';

const stages = [
  { title: 'camera', text: ['sends report', 'and JPEG'] },
  { title: 'server', text: ['on disk, then', 'event log'] },
  { title: 'stream', text: ['same bytes to', 'every screen'] },
  { title: 'page', text: ['shows it at its', 'next frame'] },
  { title: 'glass', text: ['card is', 'painted'] },
];

/** The way of a report, and where the stopwatches stand. */
export function ReportPath() {
  const step = CHART_WIDTH / stages.length;
  const stop = (from: number, to: number) => `M${from} 0m0 0v6h${to - from}v-6`;
  return (
    <Chart height={112}>
      {stages.map(({ title, text }, index) => (
        <G key={title}>
          <Rect
            x={index * step + 0.5}
            y={2}
            width={step - 20}
            height={56}
            rx={6}
            fill="#ffffff"
            stroke={colours.line}
          />
          <Label x={index * step + 8} y={18} colour={colours.ink} bold>
            {title}
          </Label>
          {text.map((line, row) => (
            <Label key={line} x={index * step + 8} y={33 + row * 11} small>
              {line}
            </Label>
          ))}
          {index < stages.length - 1 && (
            <Path
              d={`M${(index + 1) * step - 16} 30h11m-4 -4 4 4-4 4`}
              fill="none"
              stroke={colours.muted}
              strokeWidth={1}
            />
          )}
        </G>
      ))}
      <G transform="translate(0, 64)">
        <Path d={stop(1, step * 3 - 20)} fill="none" stroke={colours.muted} strokeWidth={1} />
        <Label x={8} y={17}>
          report sent to event received
        </Label>
      </G>
      <G transform="translate(0, 88)">
        <Path d={stop(1, step * 5 - 20)} fill="none" stroke={colours.accent} strokeWidth={1} />
        <Label x={8} y={17} colour={colours.accent}>
          report sent to card painted
        </Label>
      </G>
    </Chart>
  );
}

export type Spread = { title: string; p50: number; p99: number; slowest: number };

export function spreadOf(table: MeasuredTable, row: string, title: string): Spread {
  const [p50, p99, slowest] = ['p50 ms', 'p99 ms', 'slowest ms'].map((column) => table.value(row, column));
  return { title, p50: p50 ?? Number.NaN, p99: p99 ?? Number.NaN, slowest: slowest ?? Number.NaN };
}

/** For each kind of watching: the middle, the 99th of a hundred, the slowest of all. */
export function SpreadChart({ spreads }: { spreads: readonly Spread[] }) {
  const most = Math.max(...spreads.map(({ slowest }) => slowest));
  const ticks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
  const top = ticks.find((tick) => tick >= most) ?? most;
  const x = logarithmic([1, top], [128, CHART_WIDTH - 16]);
  const shownTicks = ticks.filter((tick) => tick <= top);
  const bottom = 22 + spreads.length * 27;
  return (
    <Chart height={bottom + 34}>
      <Legend />
      {shownTicks.map((tick) => (
        <Line key={tick} x1={x(tick)} x2={x(tick)} y1={20} y2={bottom} stroke={colours.line} strokeWidth={0.75} />
      ))}
      {spreads.map(({ title, p50, p99, slowest }, index) => {
        const y = 36 + index * 27;
        return (
          <G key={title}>
            <Label x={0} y={y + 3} colour={colours.ink} bold>
              {title}
            </Label>
            <Line x1={x(p99)} x2={x(slowest)} y1={y} y2={y} stroke={colours.accentSoft} strokeWidth={2} />
            <Rect x={x(p50)} y={y - 4} width={x(p99) - x(p50)} height={8} fill={colours.accentSoft} />
            <Rect x={x(p50) - 2.5} y={y - 6.5} width={5} height={13} rx={1.5} fill={colours.accent} />
            <Rect x={x(p99) - 1.25} y={y - 5.5} width={2.5} height={11} fill={colours.ink} />
            <Rect x={x(slowest) - 1} y={y - 3.5} width={2} height={7} fill={colours.threat} />
          </G>
        );
      })}
      <Steps at={shownTicks} scale={x} y={bottom + 13} text={(tick) => tick.toLocaleString('en-GB')} />
      <Label x={(128 + CHART_WIDTH - 16) / 2} y={bottom + 27} anchor="middle">
        milliseconds since the report was sent
      </Label>
    </Chart>
  );
}

function Legend() {
  const entries = [
    { title: 'half are faster', colour: colours.accent },
    { title: '99 of 100 are faster', colour: colours.ink },
    { title: 'slowest', colour: colours.threat },
  ];
  return entries.map(({ title, colour }, index) => (
    <G key={title}>
      <Rect x={128 + index * 100} y={2} width={4} height={10} rx={1} fill={colour} />
      <Label x={137 + index * 100} y={10}>
        {title}
      </Label>
    </G>
  ));
}
