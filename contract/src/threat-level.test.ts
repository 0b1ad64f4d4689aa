import { expect, it } from 'vitest';
import { deriveThreatLevel, threatBucket } from './threat-level.ts';
import { WEAPON_TYPES } from './weapon-type.ts';

it('deriveThreatLevel orders rifle, pistol, unspecified weapon and knife at every confidence', () => {
  for (let confidence = 0; confidence <= 1; confidence += 0.05) {
    const levels = ['rifle', 'Pistol', 'weapon', 'Knife'].map((type) => deriveThreatLevel(type, confidence));
    expect(levels).toEqual([...levels].sort((a, b) => b - a));
  }
});

it('deriveThreatLevel never falls with rising confidence and stays between 1 and 10', () => {
  for (const type of [...WEAPON_TYPES, 'crossbow']) {
    let before = 1;
    for (let confidence = 0; confidence <= 1; confidence += 0.01) {
      const level = deriveThreatLevel(type, confidence);
      expect(level).toBeGreaterThanOrEqual(before);
      expect(level).toBeLessThanOrEqual(10);
      expect(Number.isInteger(level)).toBe(true);
      before = level;
    }
  }
});

it('deriveThreatLevel gives a rifle at full confidence 10, ignores case, and rates unknown types as unspecified weapons', () => {
  expect(deriveThreatLevel('rifle', 1)).toBe(10);
  expect(deriveThreatLevel('RIFLE', 1)).toBe(10);
  expect(deriveThreatLevel('crossbow', 1)).toBe(deriveThreatLevel('weapon', 1));
});

it('threatBucket divides the levels at 8 and 5', () => {
  expect([1, 4, 5, 7, 8, 10].map(threatBucket)).toEqual(['low', 'low', 'medium', 'medium', 'high', 'high']);
});
