import { expect, test } from 'vitest';
import { deviceState, isUnwatched, type JudgedHeartbeat } from './device-state.ts';

const AT = Date.UTC(2025, 0, 15, 12);
const well: JudgedHeartbeat = {
  receivedAt: AT,
  sentAt: AT,
  lastFrameAge: 40,
  outbox: { waiting: 0, oldestAge: null },
};
const blind = { lastFrameAge: null };
const wrongClock = { sentAt: AT + 3_600_000 };
const growing = { outbox: { waiting: 12, oldestAge: 60_001 } };

const states: [name: string, heartbeat: Partial<JudgedHeartbeat>, after: number, state: string][] = [
  ['well', {}, 0, 'online'],
  ['just in time', {}, 89_999, 'online'],
  ['none for 90 s', {}, 90_000, 'offline'],
  ['silent before all else', { ...blind, ...wrongClock, ...growing }, 90_000, 'offline'],
  ['no frame since the start', blind, 0, 'blind'],
  ['a frame 15 s ago', { lastFrameAge: 15_000 }, 0, 'online'],
  ['a frame more than 15 s ago', { lastFrameAge: 15_001 }, 0, 'blind'],
  ['blind before clock and outbox', { ...blind, ...wrongClock, ...growing }, 0, 'blind'],
  ['a clock 30 s ahead', { sentAt: AT + 30_000 }, 0, 'online'],
  ['a clock more than 30 s ahead', { sentAt: AT + 30_001 }, 0, 'clock-wrong'],
  ['a clock more than 30 s behind', { sentAt: AT - 30_001 }, 0, 'clock-wrong'],
  ['the clock before the outbox', { ...wrongClock, ...growing }, 0, 'clock-wrong'],
  ['reports wait for long', growing, 0, 'outbox-growing'],
  ['reports wait for a minute', { outbox: { waiting: 12, oldestAge: 60_000 } }, 0, 'online'],
  ['none waits', { outbox: { waiting: 0, oldestAge: 60_001 } }, 0, 'online'],
  ['of unknown age', { outbox: { waiting: 3, oldestAge: null } }, 0, 'online'],
];

test.each(states)('%s', (_name, heartbeat, after, state) => {
  expect(deviceState({ ...well, ...heartbeat }, AT + after)).toBe(state);
});

test('a device that never sent a heartbeat has no state', () => {
  expect(deviceState(null, AT)).toBeNull();
  expect(isUnwatched(null)).toBe(false);
});
