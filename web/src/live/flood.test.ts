import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFlood, FLOOD_EVENTS, FLOOD_OVER_MS } from './flood.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** As much of an element as it needs. */
function aRoot() {
  const attributes = new Set<string>();
  const root = {
    toggleAttribute: (name: string, on: boolean) => (on ? attributes.add(name) : attributes.delete(name)),
  };
  return { attributes, flood: createFlood(root as unknown as HTMLElement) };
}

it('says nothing of events that come one by one', () => {
  const { attributes, flood } = aRoot();
  for (const events of [1, 2, FLOOD_EVENTS - 1]) flood.note(events);
  expect([...attributes]).toEqual([]);
});

it('says so for as long as they pour in, and a little longer', () => {
  const { attributes, flood } = aRoot();
  for (let commit = 0; commit < 5; commit += 1) {
    flood.note(FLOOD_EVENTS);
    vi.advanceTimersByTime(FLOOD_OVER_MS - 1);
    expect([...attributes]).toEqual(['data-flood']);
  }
  flood.note(1);
  vi.advanceTimersByTime(1);
  expect([...attributes]).toEqual([]);
});

it('is over at once when what was watched ends', () => {
  const { attributes, flood } = aRoot();
  flood.note(FLOOD_EVENTS);
  flood.stop();
  expect([...attributes]).toEqual([]);
  expect(flood.isOn()).toBe(false);
});

it('tells whoever listens when it begins and when it is over, once each', () => {
  const { flood } = aRoot();
  const told: boolean[] = [];
  const leave = flood.subscribe(() => told.push(flood.isOn()));
  flood.note(FLOOD_EVENTS);
  flood.note(FLOOD_EVENTS);
  expect(told).toEqual([true]);
  vi.advanceTimersByTime(FLOOD_OVER_MS);
  expect(told).toEqual([true, false]);
  leave();
  flood.note(FLOOD_EVENTS);
  expect(told).toEqual([true, false]);
});
