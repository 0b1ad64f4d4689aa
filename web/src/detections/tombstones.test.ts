import { describe, expect, it } from 'vitest';
import { createTombstones } from './tombstones.ts';

describe('tombstones', () => {
  it('restore a detection when its deletion was refused', () => {
    const stones = createTombstones();
    stones.hide(7);
    expect(stones.has(7)).toBe(true);
    expect(stones.restore(7)).toBe(true);
    expect(stones.has(7)).toBe(false);
  });

  it('keep a deletion by another guard', () => {
    const stones = createTombstones();
    stones.hide(7);
    stones.confirm(7);
    expect(stones.restore(7)).toBe(false);
    expect(stones.has(7)).toBe(true);
  });

  it('keep everything hidden after all was cleared', () => {
    const stones = createTombstones();
    stones.hide(7);
    stones.confirmAll();
    expect(stones.restore(7)).toBe(false);
  });

  it('drop the oldest above their limit', () => {
    const stones = createTombstones();
    for (let id = 1; id <= 10_001; id += 1) stones.confirm(id);
    expect([stones.has(1), stones.has(2), stones.has(10_001)]).toEqual([false, true, true]);
  });
});
