import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFloodSign, FLOOD_EVENTS, FLOOD_OVER_MS } from './flood.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** As much of an element as the sign needs. */
function aRoot() {
  const attributes = new Set<string>();
  const root = {
    toggleAttribute: (name: string) => attributes.add(name),
    removeAttribute: (name: string) => attributes.delete(name),
  };
  return { attributes, sign: createFloodSign(root as unknown as HTMLElement) };
}

it('says nothing of events that come one by one', () => {
  const { attributes, sign } = aRoot();
  for (const events of [1, 2, FLOOD_EVENTS - 1]) sign(events);
  expect([...attributes]).toEqual([]);
});

it('says so for as long as they pour in, and a little longer', () => {
  const { attributes, sign } = aRoot();
  for (let commit = 0; commit < 5; commit += 1) {
    sign(FLOOD_EVENTS);
    vi.advanceTimersByTime(FLOOD_OVER_MS - 1);
    expect([...attributes]).toEqual(['data-flood']);
  }
  sign(1);
  vi.advanceTimersByTime(1);
  expect([...attributes]).toEqual([]);
});
