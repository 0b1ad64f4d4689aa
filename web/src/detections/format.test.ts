import { describe, expect, it } from 'vitest';
import { formatCount } from '../ui/format-count.ts';
import { announce } from './arrivals.ts';
import { describePlace, describeWeapon, formatAge, formatConfidence } from './format.ts';

describe('the format of', () => {
  it('confidence with at most one decimal', () => {
    expect([91, 91.25, 0, 100, 66.66].map(formatConfidence)).toEqual(['91%', '91.3%', '0%', '100%', '66.7%']);
  });

  it('ages in the largest fitting unit', () => {
    const minute = 60_000;
    expect(
      [-5, 900, 59_999, minute, 59 * minute, 60 * minute, 47 * 60 * minute, 72 * 60 * minute].map(formatAge),
    ).toEqual(['0 s', '0 s', '59 s', '1 min', '59 min', '1 h 0 min', '47 h 0 min', '3 days']);
  });

  it('large counts in groups of digits', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
  });

  it('a missing location as Unknown', () => {
    expect(describePlace({ location: null })).toBe('Unknown');
  });
});

it.each([
  ['rifle', 'Rifle'],
  ['Knife', 'Knife'],
  ['кинжал', 'Кинжал'],
  ['שגב', 'שגב'],
  ['', ''],
])('a weapon type %o as %o', (weapon_type, read) => {
  expect(describeWeapon({ weapon_type })).toBe(read);
});

describe('the announcement', () => {
  const threat = { weapon_type: 'rifle', threat_level: 10, location: 'North Gate', id: 5 } as Parameters<
    typeof announce
  >[0][number];

  it('names one threat', () => {
    expect(announce([threat])).toBe('New threat: Rifle, threat level 10, North Gate, detection 5');
  });

  it('sums up many', () => {
    expect(announce([threat, { ...threat, id: 6, location: null }])).toBe(
      '2 new threats, the latest: Rifle, threat level 10, Unknown, detection 6',
    );
  });
});
