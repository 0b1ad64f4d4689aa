import type { Device } from '@vedette/contract/device';
import { describe, expect, it } from 'vitest';
import { type Choice, shownDevices } from './shown-devices.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const aDevice = (name: string, location: string | null, minutesAgo: number | null): Device => ({
  device_id: `id of ${name}`,
  name,
  location,
  created_at: '2026-01-01T00:00:00.000Z',
  last_seen_at: minutesAgo === null ? null : new Date(NOW - minutesAgo * 60_000).toISOString(),
  other_labels: [],
});
const devices = [aDevice('Gate 10', 'North', 6), aDevice('Gate 2', null, 1), aDevice('Yard', 'north wall', null)];
const shown = (choice: Partial<Choice>) =>
  shownDevices(devices, { search: '', quiet: false, order: 'added', ...choice }, NOW).map(({ name }) => name);

describe('the devices that are shown', () => {
  it('have the text in their name or location, without case', () => {
    expect(shown({ search: ' NORTH ' })).toEqual(['Gate 10', 'Yard']);
    expect(shown({ search: 'gate' })).toEqual(['Gate 10', 'Gate 2']);
    expect(shown({ search: 'roof' })).toEqual([]);
  });

  it('are those that have not reported for five minutes, or never', () => {
    expect(shown({ quiet: true })).toEqual(['Gate 10', 'Yard']);
  });

  it('are in the chosen order', () => {
    expect(shown({ order: 'name' })).toEqual(['Gate 2', 'Gate 10', 'Yard']);
    expect(shown({ order: 'newest' })).toEqual(['Gate 2', 'Gate 10', 'Yard']);
    expect(shown({ order: 'oldest' })).toEqual(['Yard', 'Gate 10', 'Gate 2']);
  });
});
