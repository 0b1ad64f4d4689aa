import { expect, it } from 'vitest';
import { describeLastSeen } from './last-seen.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (ms: number) => new Date(now - ms).toISOString();
const MINUTE = 60_000;

it('distinguishes devices that report, are quiet, and never reported', () => {
  expect(describeLastSeen(null, now)).toEqual({ state: 'never', text: 'Never' });
  expect(describeLastSeen(ago(20_000), now)).toEqual({ state: 'reporting', text: 'just now' });
  expect(describeLastSeen(ago(4 * MINUTE), now)).toEqual({ state: 'reporting', text: '4 min ago' });
  expect(describeLastSeen(ago(5 * MINUTE), now)).toEqual({ state: 'quiet', text: '5 min ago' });
  expect(describeLastSeen(ago(47 * 60 * MINUTE), now).text).toBe('47 h ago');
  expect(describeLastSeen(ago(72 * 60 * MINUTE), now).text).toBe('3 days ago');
});

it('accepts a clock that is ahead', () => {
  expect(describeLastSeen(ago(-30_000), now).text).toBe('just now');
});
