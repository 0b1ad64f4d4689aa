import { describe, expect, it } from 'vitest';
import { gradeMetricsLevel, gradeThreatLevel, gradeUsage } from './level-tones.ts';

const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describe('grades', () => {
  it('of a threat level among the system metrics: red from 7, orange from 5', () => {
    expect(levels.map(gradeMetricsLevel)).toEqual([
      ...['green', 'green', 'green', 'green'],
      ...['orange', 'orange'],
      ...['red', 'red', 'red', 'red'],
    ]);
  });

  it('of a threat level everywhere else: red from 9, orange from 7, yellow from 5', () => {
    expect(levels.map(gradeThreatLevel)).toEqual([
      ...['green', 'green', 'green', 'green'],
      ...['yellow', 'yellow'],
      ...['orange', 'orange'],
      ...['red', 'red'],
    ]);
  });

  it.each([
    [0, 'green'],
    [40, 'green'],
    [40.1, 'yellow'],
    [60, 'yellow'],
    [60.1, 'orange'],
    [80, 'orange'],
    [80.1, 'red'],
    [100, 'red'],
  ])('of a usage of %d percent: %s', (percent, grade) => expect(gradeUsage(percent)).toBe(grade));
});
