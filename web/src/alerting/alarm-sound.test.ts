import { describe, expect, it } from 'vitest';
import { chimeNames, chimeOf, drawAlarm } from './alarm-sound.ts';

const RATE = 48_000;

describe.each(chimeNames)('the alarm of level %i', (name) => {
  const samples = drawAlarm(RATE, name);

  it('is loud and never clips', () => {
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(0.4);
    expect(loudest).toBeLessThanOrEqual(0.6);
  });

  it('ends before the next one may begin', () => {
    expect(samples.length / RATE).toBeGreaterThan(1);
    expect(samples.length / RATE).toBeLessThan(2);
  });

  it('begins and ends in silence, and does not click in between', () => {
    expect(samples.at(0)).toBeCloseTo(0);
    expect(samples.at(-1)).toBeCloseTo(0);
    const jump = samples.reduce(
      (most, sample, index) => Math.max(most, Math.abs(sample - (samples[index - 1] ?? 0))),
      0,
    );
    expect(jump).toBeLessThan(0.15);
  });
});

describe('the chimes', () => {
  it('differ in pitch and number of tones for levels 8, 9 and 10', () => {
    const drawn = chimeNames.map((name) => [...drawAlarm(RATE, name)].join());
    expect(new Set(drawn).size).toBe(3);
    expect([1, 7, 8, 9, 10].map(chimeOf)).toEqual([8, 8, 8, 9, 10]);
  });
});
