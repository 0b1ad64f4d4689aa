import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BURST_EVENTS, BURST_OVER_MS, createBurstMode } from './burst-mode.ts';

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
  return { attributes, burstMode: createBurstMode(root as unknown as HTMLElement) };
}

it('says nothing of events that come one by one', () => {
  const { attributes, burstMode } = aRoot();
  for (const events of [1, 2, BURST_EVENTS - 1]) burstMode.note(events);
  expect([...attributes]).toEqual([]);
});

it('says so for as long as they pour in, and a little longer', () => {
  const { attributes, burstMode } = aRoot();
  for (let commit = 0; commit < 5; commit += 1) {
    burstMode.note(BURST_EVENTS);
    vi.advanceTimersByTime(BURST_OVER_MS - 1);
    expect([...attributes]).toEqual(['data-burst']);
  }
  burstMode.note(1);
  vi.advanceTimersByTime(1);
  expect([...attributes]).toEqual([]);
});

it('is over at once when what was watched ends', () => {
  const { attributes, burstMode } = aRoot();
  burstMode.note(BURST_EVENTS);
  burstMode.stop();
  expect([...attributes]).toEqual([]);
  expect(burstMode.isOn()).toBe(false);
});

it('tells whoever listens when it begins and when it is over, once each', () => {
  const { burstMode } = aRoot();
  const told: boolean[] = [];
  const leave = burstMode.subscribe(() => told.push(burstMode.isOn()));
  burstMode.note(BURST_EVENTS);
  burstMode.note(BURST_EVENTS);
  expect(told).toEqual([true]);
  vi.advanceTimersByTime(BURST_OVER_MS);
  expect(told).toEqual([true, false]);
  leave();
  burstMode.note(BURST_EVENTS);
  expect(told).toEqual([true, false]);
});
