import { describe, expect, it } from 'vitest';
import { describeMoment, describeReading, numberIn } from './metric-values.ts';

describe('a reading', () => {
  it('gets its unit when it is a bare number', () => {
    expect(describeReading(71.456, '%')).toBe('71.46%');
    expect(describeReading(0, '°C')).toBe('0 °C');
    expect(describeReading(0.91, 'V')).toBe('0.91 V');
    expect(describeReading(-51, 'dBm')).toBe('-51 dBm');
    expect(describeReading(12.4)).toBe('12.4');
  });

  it('is shown unchanged when it is text', () => {
    expect(describeReading('about 70 percent', '%')).toBe('about 70 percent');
    expect(describeReading('94 Mbit/s', 'Mbps')).toBe('94 Mbit/s');
  });

  it('is yes or no when it is a boolean', () => {
    expect(describeReading(true)).toBe('Yes');
    expect(describeReading(false)).toBe('No');
  });

  it.each([undefined, null, '', ' ', Number.NaN, {}, 'N/A'])('is N/A when it is %j', (value) => {
    expect(describeReading(value, '%')).toBe('N/A');
  });
});

describe('the number in a reading', () => {
  it.each([
    [72, 72],
    ['72', 72],
    [' 72.5 % ', 72.5],
    ['-3', -3],
  ])('%j is %d', (value, number) => expect(numberIn(value)).toBe(number));

  it.each(['N/A', '', 'high', '7 of 10', true, null, undefined, Number.POSITIVE_INFINITY])('%j has none', (value) => {
    expect(numberIn(value)).toBeNull();
  });
});

describe('the time of the readings', () => {
  it('is local time, whether it was sent as text, seconds or milliseconds', () => {
    const local = describeMoment('2026-11-20T14:59:38.000Z');
    expect(local).toMatch(/^20 Nov 2026, \d\d:59:38$/);
    expect(describeMoment(Date.parse('2026-11-20T14:59:38Z') / 1_000)).toBe(local);
    expect(describeMoment(Date.parse('2026-11-20T14:59:38Z'))).toBe(local);
  });

  it('is shown unchanged when it is not a time', () => {
    expect(describeMoment('a minute ago')).toBe('a minute ago');
    expect(describeMoment('2026-99-99T00:00')).toBe('2026-99-99T00:00');
    expect(describeMoment(12)).toBe('12');
    expect(describeMoment('N/A')).toBe('N/A');
  });
});
