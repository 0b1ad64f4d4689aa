import type { Device } from '@vedette/contract/device';
import type { DeviceState } from '@vedette/contract/device-state';
import { expect, test } from 'vitest';
import { describeState } from './device-state.ts';

const since = new Date(2025, 0, 15, 14, 2).toISOString();

function aDevice(state: DeviceState | null, { difference = 0, waiting = 0 } = {}): Device {
  return {
    ...{ device_id: 'a', name: 'Gate', location: null, created_at: since, last_seen_at: since, other_labels: [] },
    ...{ state, state_since: since },
    heartbeat: {
      ...{ received_at: since, sent_at: since, clock_difference: difference, last_frame_age: 40, fps: 12 },
      ...{ outbox: { waiting, oldest_age: null, dead: 0 }, model: null, version: '1' },
    },
  };
}

test.each([
  ['online', {}, 'Online'],
  ['blind', {}, 'Camera sends no frames'],
  ['offline', {}, 'Offline since 15 Jan, 14:02'],
  ['clock-wrong', { difference: -3_600_000 }, 'Clock is 1 h ahead'],
  ['clock-wrong', { difference: 45_000 }, 'Clock is 45 s behind'],
  ['clock-wrong', { difference: 5 * 60_000 }, 'Clock is 5 min behind'],
  ['clock-wrong', { difference: -72 * 3_600_000 }, 'Clock is 3 days ahead'],
  ['outbox-growing', { waiting: 12 }, '12 reports wait on the device'],
  ['outbox-growing', { waiting: 1_640 }, '1,640 reports wait on the device'],
  ['outbox-growing', { waiting: 1 }, '1 report waits on the device'],
  [null, {}, null],
] as const)('%s %o is called %s', (state, details, text) => {
  expect(describeState(aDevice(state, details))).toBe(text);
});
