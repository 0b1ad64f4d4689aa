import { describe, expect, it } from 'vitest';
import { drawAlarm } from './alarm-sound.ts';

const RATE = 48_000;
const samples = drawAlarm(RATE);

describe('the alarm', () => {
  it('is loud, and never so loud that it is cut off', () => {
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(0.4);
    expect(loudest).toBeLessThanOrEqual(0.6);
  });

  it('is over before the next one may come', () => {
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
