import type { Detection } from '@vedette/contract/detection';
import { describe, expect, it } from 'vitest';
import { deviceOptions, filterIn, resolved, satisfies, withFilter } from './history-filter.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const at = (query: string) => new URLSearchParams(query);

describe('the options for devices', () => {
  it('contain the id when several have the same name', () => {
    const devices = [
      { device_id: 'a1', name: 'Gate camera' },
      { device_id: 'b2', name: 'Gate camera' },
      { device_id: 'c3', name: 'Yard camera' },
    ];
    expect(deviceOptions(devices)).toEqual([
      { value: 'a1', title: 'Gate camera (a1)' },
      { value: 'b2', title: 'Gate camera (b2)' },
      { value: 'c3', title: 'Yard camera' },
    ]);
  });
});

describe('the filter in the address', () => {
  it('is read and written without changing other parameters', () => {
    const query = at('view=history&threat=7&level=high&text=gate');
    expect(filterIn(query)).toEqual({ level: 'high', text: 'gate' });
    expect(withFilter(query, { weapon_type: 'Knife' }).toString()).toBe('view=history&threat=7&weapon_type=Knife');
    expect(withFilter(query, {}).toString()).toBe('view=history&threat=7');
  });

  it('omits invalid values', () => {
    const nonsense = `level=huge&period=century&text=${'x'.repeat(101)}&location=%20&from=yesterday`;
    expect(filterIn(at(nonsense))).toEqual({});
    expect(filterIn(at('period=custom&from=yesterday&to=2026-11-20T10:00:00.000Z'))).toEqual({
      period: 'custom',
      to: '2026-11-20T10:00:00.000Z',
    });
  });

  it('reads start and end only for a custom period', () => {
    expect(filterIn(at('period=day&from=2026-11-20T10:00:00.000Z'))).toEqual({ period: 'day' });
  });
});

describe('the query to the server', () => {
  it('contains a period that ends now', () => {
    expect(resolved({ period: 'day', level: 'low' }, NOON)).toEqual({ level: 'low', from: '2026-11-19T12:00:00.000Z' });
  });

  it('contains start and end of a custom period unchanged', () => {
    const ends = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' };
    expect(resolved({ period: 'custom', ...ends }, NOON)).toEqual(ends);
    expect(resolved({ period: 'custom' }, NOON)).toEqual({});
  });
});

describe('a detection from the stream', () => {
  const detection = {
    weapon_type: 'Knife',
    threat_level: 5,
    device_id: '7',
    device: 'Gate camera',
    location: 'North Gate',
    timestamp: '2026-11-20T12:00:00.000Z',
  } as Detection;

  it.each([
    [{}, true],
    [{ weapon_type: 'KNIFE' }, true],
    [{ weapon_type: 'rifle' }, false],
    [{ level: 'medium' }, true],
    [{ level: 'high' }, false],
    [{ device_id: '7' }, true],
    [{ device_id: '8' }, false],
    [{ location: 'North Gate' }, true],
    [{ location: 'north gate' }, false],
    [{ from: '2026-11-20T12:00:00.000Z' }, true],
    [{ to: '2026-11-20T12:00:00.000Z' }, false],
    [{ text: 'CAMERA' }, true],
    [{ text: 'nife' }, true],
    [{ text: 'roof' }, false],
    [{ weapon_type: 'Knife', level: 'high' }, false],
  ] as const)('with the filter %j: %s', (filter, expected) => {
    expect(satisfies(detection, filter)).toBe(expected);
  });

  it('matches "other" only by labels beyond the limit', () => {
    const other = { ...detection, other_labels: ['weapon_type' as const, 'location' as const] };
    expect(satisfies(other, { weapon_type: 'other', location: 'other', text: 'camera' })).toBe(true);
    expect(satisfies(other, { weapon_type: 'Knife' })).toBe(false);
    expect(satisfies(other, { location: 'North Gate' })).toBe(false);
    expect(satisfies(other, { text: 'north' })).toBe(false);
  });

  it('without a location matches no location', () => {
    const nowhere = { ...detection, location: null, device: null };
    expect(satisfies(nowhere, { location: 'North Gate' })).toBe(false);
    expect(satisfies(nowhere, { text: 'gate' })).toBe(false);
  });
});
