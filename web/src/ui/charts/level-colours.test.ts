import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// Simulates colour blindness with the matrices of Machado, Oliveira and Fernandes (2009), severity 1.
const sights: Record<string, number[][]> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red cones': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green cones': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue cones': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** A difference of about 2 is just noticeable; small adjacent bars need many times that. */
const CLEARLY_APART = 20;

const css = readFileSync(new URL('../theme.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('[data-colour-mode="dark"] {');

describe.each([
  ['light', light],
  ['dark', dark],
])('the colours of the threat levels, %s', (_, theme) => {
  it.each(Object.keys(sights))('are distinguishable with %s, also from the background', (sight) => {
    const [high, medium, low, ground] = ['level-high', 'level-medium', 'level-low', 'sunken'].map((name) =>
      seen(colour(theme, name), sights[sight] ?? []),
    );
    for (const [a, b] of [
      [high, medium],
      [medium, low],
      [high, low],
      [high, ground],
      [medium, ground],
      [low, ground],
    ]) {
      expect(distance(a ?? [], b ?? [])).toBeGreaterThan(CLEARLY_APART);
    }
  });
});

/** Linear red, green and blue, 0–1. */
function colour(theme: string, name: string): number[] {
  const [, hex = ''] = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(theme) ?? [];
  return [0, 2, 4].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function seen(rgb: number[], matrix: number[][]): number[] {
  return lab(
    matrix.map((row) =>
      Math.min(
        1,
        Math.max(
          0,
          row.reduce((sum, factor, at) => sum + factor * (rgb[at] ?? 0), 0),
        ),
      ),
    ),
  );
}

/** Converts to CIELAB, with the white point of daylight. */
function lab([r = 0, g = 0, b = 0]: number[]): number[] {
  const curve = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance(a: number[], b: number[]): number {
  return Math.hypot(...a.map((value, at) => value - (b[at] ?? 0)));
}
