import { Line, Svg, Text } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { colours } from './look.ts';

/** All charts are this wide: the text's width, in points. */
export const CHART_WIDTH = 467;

export type Scale = (value: number) => number;

export function linear([from, to]: [number, number], [start, end]: [number, number]): Scale {
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

/** For figures that are tens and thousands at once. */
export function logarithmic([from, to]: [number, number], range: [number, number]): Scale {
  const inner = linear([Math.log10(from), Math.log10(to)], range);
  return (value) => inner(Math.log10(value));
}

export function Chart({ height, children }: { height: number; children: ReactNode }) {
  return (
    <Svg width={CHART_WIDTH} height={height} viewBox={`0 0 ${CHART_WIDTH} ${height}`}>
      {children}
    </Svg>
  );
}

type LabelProps = {
  x: number;
  y: number;
  children: string;
  anchor?: 'start' | 'middle' | 'end';
  colour?: string;
  bold?: boolean;
  small?: boolean;
};

export function Label({
  x,
  y,
  children,
  anchor = 'start',
  colour = colours.muted,
  bold = false,
  small = false,
}: LabelProps) {
  return (
    <Text
      x={x}
      y={y}
      textAnchor={anchor}
      fill={colour}
      style={{ fontSize: small ? 7 : 8, fontFamily: 'Inter', fontWeight: bold ? 600 : 400 }}
    >
      {children}
    </Text>
  );
}

type Ticks = { at: readonly number[]; scale: Scale; text?: (value: number) => string };

/** Lines across the chart, each with its value at the left. */
export function Levels({ at, scale, text = String, from, to }: Ticks & { from: number; to: number }) {
  return at.map((value) => [
    <Line
      key={`line ${value}`}
      x1={from}
      x2={to}
      y1={scale(value)}
      y2={scale(value)}
      stroke={colours.line}
      strokeWidth={0.75}
    />,
    <Label key={`label ${value}`} x={from - 6} y={scale(value) + 3} anchor="end">
      {text(value)}
    </Label>,
  ]);
}

/** Values below the chart. */
export function Steps({ at, scale, text = String, y }: Ticks & { y: number }) {
  return at.map((value) => (
    <Label key={value} x={scale(value)} y={y} anchor="middle">
      {text(value)}
    </Label>
  ));
}
