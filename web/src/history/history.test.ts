import type { Detection } from '@vedette/contract/detection';
import { describe, expect, it } from 'vitest';
import { type History, type HistoryEvent, nextHistory, startOfHistory } from './history.ts';

/** A detection with a higher id is newer. */
const detection = (id: number) => ({ id, timestamp: new Date(id * 1_000).toISOString() }) as Detection;
const page = (ids: number[], next_cursor: string | null = null) => ({ data: ids.map(detection), next_cursor });
const ids = ({ items }: History) => items.map(({ id }) => id);
const after = (...events: HistoryEvent[]) => events.reduce(nextHistory, startOfHistory);

describe('the loaded history', () => {
  it('appends older pages until there are none', () => {
    const first = after({ type: 'loaded', page: page([9, 8], 'eight') }, { type: 'older asked' });
    expect(first.older).toBe('loading');
    const both = nextHistory(first, { type: 'older loaded', after: 'eight', page: page([7, 6]) });
    expect(ids(both)).toEqual([9, 8, 7, 6]);
    expect(both).toMatchObject({ cursor: null, older: 'idle' });
  });

  it('ignores a page of another filter', () => {
    const now = after({ type: 'loaded', page: page([9, 8], 'eight') });
    expect(nextHistory(now, { type: 'older loaded', after: 'another', page: page([7]) })).toBe(now);
  });

  it('counts each arrival once, until it is listed', () => {
    const now = after(
      { type: 'loaded', page: page([9, 8], 'eight') },
      { type: 'arrived', ids: [10, 11] },
      { type: 'arrived', ids: [11, 9] },
    );
    expect(ids(now)).toEqual([9, 8]);
    expect([...now.waiting]).toEqual([10, 11]);
    expect(nextHistory(now, { type: 'loaded', page: page([11, 10, 9]) }).waiting.size).toBe(0);
  });

  it('does not count an arrival that the response of the running load contains', () => {
    const now = after({ type: 'asked' }, { type: 'arrived', ids: [9, 10] }, { type: 'loaded', page: page([9, 8]) });
    expect([...now.waiting]).toEqual([10]);
  });

  it('is empty after everything was cleared', () => {
    const now = after({ type: 'loaded', page: page([9], 'nine') }, { type: 'arrived', ids: [10] }, { type: 'cleared' });
    expect(now).toEqual({ ...startOfHistory, phase: 'ready' });
  });

  it('finds additions and deletions after a reconnection, and keeps older pages', () => {
    const now = after({ type: 'loaded', page: page([9, 8, 7, 6, 5], 'five') });
    const later = nextHistory(now, { type: 'caught up', above: page([11]), own: page([9, 7.5, 7], 'seven') });
    expect(ids(later)).toEqual([9, 7, 6, 5]);
    expect([...later.waiting]).toEqual([11, 7.5]);
    expect(later.uncounted).toBe(false);
  });

  it('counts nothing older than its last row as new, unless all rows are loaded', () => {
    const own = page([9, 7], 'seven');
    const cut = after({ type: 'loaded', page: page([9, 8], 'eight') });
    const later = nextHistory(cut, { type: 'caught up', above: page([]), own });
    expect([ids(later), [...later.waiting]]).toEqual([[9], []]);
    const whole = after({ type: 'loaded', page: page([9, 8]) });
    expect([...nextHistory(whole, { type: 'caught up', above: page([]), own }).waiting]).toEqual([7]);
  });

  it('shows that there are more arrivals than it counts, until it is reloaded', () => {
    const now = after({ type: 'loaded', page: page([9]) });
    const later = nextHistory(now, { type: 'caught up', above: page([12, 11], 'eleven'), own: page([9]) });
    expect([later.waiting.size, later.uncounted]).toEqual([2, true]);
    expect(nextHistory(later, { type: 'asked' }).uncounted).toBe(false);
  });
});
