import { describe, expect, it } from 'vitest';
import { HOLD_MS, type MainThreat, mainThreat } from './main-threat.ts';

describe('the main threat of the wall', () => {
  it.each([
    ['the first is the newest', { levels: [10, 8], shown: null, after: 0, becomes: 2 }],
    ['nothing active, nothing shown', { levels: [], shown: null, after: 0, becomes: null }],
    ['one of the same level waits', { levels: [8, 8], shown: 1, after: HOLD_MS - 1, becomes: 1 }],
    ['one of a lower level waits', { levels: [9, 8], shown: 1, after: HOLD_MS - 1, becomes: 1 }],
    ['one of a higher level does not wait', { levels: [8, 9], shown: 1, after: 0, becomes: 2 }],
    ['of several higher ones the highest', { levels: [8, 10, 9], shown: 1, after: 0, becomes: 2 }],
    ['after the hold the newest of the same level', { levels: [8, 8, 8], shown: 1, after: HOLD_MS, becomes: 3 }],
    ['after the hold the highest of those that waited', { levels: [9, 8, 9, 8], shown: 1, after: HOLD_MS, becomes: 3 }],
    ['after the hold a lower one, too', { levels: [10, 8], shown: 1, after: HOLD_MS, becomes: 2 }],
    ['never an older one, however high', { levels: [10, 8], shown: 2, after: 10 * HOLD_MS, becomes: 2 }],
    ['one that is gone gives way at once', { levels: [8, 9], shown: 7, after: 0, becomes: 2 }],
  ] as const)('%s', (_name, { levels, shown, after, becomes }) => {
    const items = levels.map((level, index) => threat(index + 1, level)).toReversed();
    const before =
      shown === null ? null : { detection: items.find(({ id }) => id === shown) ?? threat(shown, 8), since: 0 };
    expect(mainThreat({ items, shown: before, now: after })?.detection.id ?? null).toBe(becomes);
  });

  it('shows each for 8 s when many of one level arrive, and ends with the newest', () => {
    let shown: MainThreat | null = null;
    const items = [threat(1, 8)];
    const changes: number[] = [];
    for (let now = 0; now < 60_000; now += 200) {
      items.unshift(threat(items.length + 1, 8));
      const next = mainThreat({ items, shown, now });
      if (next !== shown) changes.push(now);
      shown = next;
    }
    expect(changes).toEqual([0, 8_000, 16_000, 24_000, 32_000, 40_000, 48_000, 56_000]);
    expect(mainThreat({ items, shown, now: 70_000 })?.detection).toBe(items[0]);
  });
});

function threat(id: number, threat_level: number) {
  return {
    id,
    threat_level,
    weapon_type: 'handgun',
    confidence: 0.9,
    device: 'cam-1',
    location: 'North gate',
    timestamp: new Date(Date.UTC(2026, 0, 1) + id * 1_000).toISOString(),
  } as MainThreat['detection'];
}
