import { G, Line, Path, Rect } from '@react-pdf/renderer';
import { CHART_WIDTH, Chart, Label, Levels, linear, logarithmic } from './build/chart.tsx';
import type { MeasuredTable } from './build/figures.ts';
import { colours } from './build/look.ts';

const stations = [
  { title: 'queue', text: ['gathers while', 'another commits'] },
  { title: 'repeats', text: ['known keys get', 'their first id'] },
  { title: 'frames', text: ['one append,', 'one fdatasync'] },
  { title: 'rows', text: ['keys, counters,', 'events: one commit'] },
  { title: 'answers', text: ['201 to every', 'device of it'] },
];

/** What one batch goes through, from left to right. */
export function BatchPath() {
  const step = CHART_WIDTH / stations.length;
  return (
    <Chart height={92}>
      {stations.map(({ title, text }, index) => {
        const x = index * step;
        const onDisk = title === 'frames' || title === 'rows';
        return (
          <G key={title}>
            <Rect
              x={x + 0.5}
              y={4}
              width={step - 20}
              height={60}
              rx={6}
              fill={onDisk ? colours.accent : '#ffffff'}
              stroke={onDisk ? colours.accent : colours.line}
            />
            <Label x={x + 8} y={20} colour={onDisk ? '#ffffff' : colours.ink} bold>
              {title}
            </Label>
            {text.map((line, row) => (
              <Label key={line} x={x + 8} y={37 + row * 12} colour={onDisk ? '#ffffff' : colours.muted} small>
                {line}
              </Label>
            ))}
            {index < stations.length - 1 && (
              <Path d={`M${x + step - 16} 34h11m-4 -4 4 4-4 4`} fill="none" stroke={colours.muted} strokeWidth={1} />
            )}
          </G>
        );
      })}
      <Path d={`M${step * 2} 72h${step * 2 - 20}`} stroke={colours.accent} strokeWidth={1} />
      <Label x={step * 3 - 10} y={85} anchor="middle" colour={colours.accent}>
        on disk, in this order, before anybody is told
      </Label>
    </Chart>
  );
}

const CONNECTIONS = [1, 16, 64];
const contestants = [
  { name: 'commit-per-request', title: 'a commit for every request', colour: colours.accentSoft },
  { name: 'vedette', title: 'Vedette: one commit for a batch', colour: colours.accent },
];

/** Durable reports a second without a frame, as the number of devices grows. */
export function GroupCommitChart({ ingest }: { ingest: MeasuredTable }) {
  const value = (name: string, connections: number) => ingest.value(`${name}, ${connections}`, 'per second');
  const most = Math.max(...CONNECTIONS.flatMap((count) => contestants.map(({ name }) => value(name, count))));
  const top = niceTop(most);
  const y = linear([0, top], [140, 24]);
  const step = (CHART_WIDTH - 40) / CONNECTIONS.length;
  return (
    <Chart height={172}>
      {contestants.map(({ title, colour }, index) => (
        <G key={title}>
          <Rect x={40 + index * 160} y={2} width={9} height={9} rx={2} fill={colour} />
          <Label x={54 + index * 160} y={10}>
            {title}
          </Label>
        </G>
      ))}
      <Levels
        at={[0, top / 4, top / 2, (top * 3) / 4, top]}
        scale={y}
        from={40}
        to={CHART_WIDTH}
        text={(level) => level.toLocaleString('en-GB')}
      />
      {CONNECTIONS.map((connections, group) => (
        <G key={connections}>
          {contestants.map(({ name, colour }, index) => {
            const x = 40 + (group + 0.5) * step - 46 + index * 48;
            const figure = value(name, connections);
            return (
              <G key={name}>
                <Rect x={x} y={y(figure)} width={44} height={140 - y(figure)} rx={2} fill={colour} />
                <Label x={x + 22} y={y(figure) - 4} anchor="middle" colour={colours.ink} bold>
                  {Math.round(figure).toLocaleString('en-GB')}
                </Label>
              </G>
            );
          })}
          <Label x={40 + (group + 0.5) * step} y={155} anchor="middle">
            {connections === 1 ? '1 device' : `${connections} devices at once`}
          </Label>
        </G>
      ))}
    </Chart>
  );
}

/** What each database was promised, what was cut off, and what went missing. */
export function KillChart({ kill }: { kill: MeasuredTable }) {
  const databases = ['SQLite', 'PostgreSQL'];
  const kinds = [
    { column: 'acknowledged', title: 'acknowledged', colour: colours.accent },
    { column: 'cut off', title: 'cut off, then sent again', colour: colours.accentSoft },
    { column: 'lost', title: 'acknowledged and lost', colour: colours.danger },
  ];
  const most = Math.max(...databases.map((database) => kill.value(database, 'acknowledged')));
  const x = logarithmic([1, 10 ** Math.ceil(Math.log10(most))], [150, CHART_WIDTH - 50]);
  const powers = Array.from({ length: Math.ceil(Math.log10(most)) + 1 }, (_, power) => 10 ** power);
  const bottom = databases.length * 58;
  return (
    <Chart height={bottom + 22}>
      {powers.map((power) => (
        <G key={power}>
          <Line x1={x(power)} x2={x(power)} y1={0} y2={bottom} stroke={colours.line} strokeWidth={0.75} />
          <Label x={x(power)} y={bottom + 13} anchor="middle">
            {power.toLocaleString('en-GB')}
          </Label>
        </G>
      ))}
      {databases.map((database, row) => (
        <G key={database}>
          <Label x={0} y={row * 58 + 29} colour={colours.ink} bold>
            {database}
          </Label>
          {kinds.map(({ column, title, colour }, index) => {
            const figure = kill.value(database, column);
            const y = row * 58 + index * 17 + 2;
            const end = figure >= 1 ? x(figure) : x(1);
            return (
              <G key={column}>
                <Label x={144} y={y + 9.5} anchor="end">
                  {title}
                </Label>
                <Rect x={x(1)} y={y} width={Math.max(end - x(1), 1.5)} height={13} rx={2} fill={colour} />
                <Label x={end + 6} y={y + 9.5} colour={colours.ink} bold>
                  {figure.toLocaleString('en-GB')}
                </Label>
              </G>
            );
          })}
        </G>
      ))}
    </Chart>
  );
}

/** The next of 100, 200, 400, 1,000, 2,000, … that is not below this. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 10].map((step) => step * power).find((top) => top >= most) ?? most;
}
