import { G, Line, Polyline, Rect } from '@react-pdf/renderer';
import { ACTIVE_THREAT_LEVEL_DEFAULT, deriveThreatLevel, threatBucket } from '@vedette/contract/threat-level';
import { CHART_WIDTH, Chart, Label, Levels, linear, Steps } from './build/chart.tsx';
import { colours } from './build/look.ts';

export const RANKED = ['rifle', 'Pistol', 'weapon', 'Knife'] as const;
const curveColours = {
  rifle: colours.danger,
  Pistol: colours.accent,
  weapon: colours.threat,
  Knife: colours.calm,
} as const;
const PERCENT = Array.from({ length: 1_001 }, (_, step) => step / 10);

/** The level over the confidence: the rule itself, called a thousand times for each weapon. */
export function ThreatCurves() {
  const x = linear([0, 100], [28, CHART_WIDTH - 60]);
  const y = linear([0, 10], [206, 10]);
  return (
    <Chart height={236}>
      <Rect
        x={x(0)}
        y={y(10)}
        width={x(100) - x(0)}
        height={y(ACTIVE_THREAT_LEVEL_DEFAULT - 0.5) - y(10)}
        fill="#fdf0f0"
      />
      <Levels at={[0, 2, 4, 6, 8, 10]} scale={y} from={x(0)} to={x(100)} />
      <Steps at={[0, 20, 40, 60, 80, 100]} scale={x} y={220} text={(value) => `${value} %`} />
      <Label x={x(50)} y={233} anchor="middle">
        confidence of the model
      </Label>
      <Label x={x(1)} y={y(10) + 11} colour={colours.danger}>
        active threat: level 8 and above
      </Label>
      {RANKED.map((weapon, index) => {
        // Curves that share a level lie beside each other, not on top of each other.
        const beside = (index - 1.5) * 1.7;
        const points = PERCENT.map((percent) => {
          const level = deriveThreatLevel(weapon, percent / 100);
          return `${x(percent).toFixed(2)},${(y(level) + beside).toFixed(2)}`;
        });
        return (
          <G key={weapon}>
            <Polyline points={points.join(' ')} fill="none" stroke={curveColours[weapon]} strokeWidth={1.5} />
            <Label x={x(100) + 6} y={y(deriveThreatLevel(weapon, 1)) + beside + 3} colour={curveColours[weapon]} bold>
              {weapon}
            </Label>
          </G>
        );
      })}
    </Chart>
  );
}

const bucketColours = { high: '#f6c9cc', medium: '#fbe3c2', low: '#dcefe4' } as const;

/** Every level at every ten percent, coloured by its bucket. */
export function ThreatGrid() {
  const columns = Array.from({ length: 11 }, (_, step) => step * 10);
  const width = (CHART_WIDTH - 62) / columns.length;
  return (
    <Chart height={122}>
      {columns.map((percent, column) => (
        <Label key={percent} x={62 + (column + 0.5) * width} y={12} anchor="middle">
          {`${percent} %`}
        </Label>
      ))}
      {RANKED.map((weapon, row) => (
        <G key={weapon}>
          <Label x={0} y={36 + row * 26} colour={colours.ink} bold>
            {weapon}
          </Label>
          {columns.map((percent, column) => {
            const level = deriveThreatLevel(weapon, percent / 100);
            return (
              <G key={percent}>
                <Rect
                  x={62 + column * width + 1}
                  y={20 + row * 26}
                  width={width - 2}
                  height={24}
                  rx={3}
                  fill={bucketColours[threatBucket(level)]}
                />
                <Label
                  x={62 + (column + 0.5) * width}
                  y={36 + row * 26}
                  anchor="middle"
                  colour={colours.ink}
                  bold={level >= ACTIVE_THREAT_LEVEL_DEFAULT}
                >
                  {String(level)}
                </Label>
              </G>
            );
          })}
        </G>
      ))}
      <Line x1={62} x2={62} y1={20} y2={122} stroke={colours.line} strokeWidth={0.75} />
    </Chart>
  );
}

/** The least confidence, in tenths of a percent, from which on a weapon has this level; null: never. */
export function confidenceFrom(weapon: string, level: number): number | null {
  return PERCENT.find((percent) => deriveThreatLevel(weapon, percent / 100) >= level) ?? null;
}
