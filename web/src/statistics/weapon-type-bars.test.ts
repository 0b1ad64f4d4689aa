import { describe, expect, it } from 'vitest';
import { weaponTypeBars } from './weapon-type-bars.tsx';

describe('the bars of weapon types', () => {
  it('list the four known types even without detections, most detected first', () => {
    expect(weaponTypeBars({ rifle: 2, Knife: 5 })).toEqual([
      { name: 'Knife', value: 5 },
      { name: 'rifle', value: 2 },
      { name: 'Pistol', value: 0 },
      { name: 'weapon', value: 0 },
    ]);
  });

  it('omit labels without detections', () => {
    expect(weaponTypeBars({ Axe: 0 }).map(({ name }) => name)).not.toContain('Axe');
  });

  it('sum up the labels beyond the limit', () => {
    const counts = Object.fromEntries(Array.from({ length: 40 }, (_, place) => [`Label ${place}`, place + 1]));
    const bars = weaponTypeBars(counts);
    expect(bars).toHaveLength(10);
    expect(bars.at(-1)?.name).toBe('35 other types');
    expect(bars.reduce((sum, { value }) => sum + value, 0)).toBe(820);
  });
});
