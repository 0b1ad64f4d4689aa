import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdDuringInput } from './input-hold.ts';

let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('window', page);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['pointerdown', 'pointerup'],
  ['pointerdown', 'pointercancel'],
  ['pointerdown', 'blur'],
  ['keydown', 'keyup'],
])('holds from %s to shortly after %s', (begin, end) => {
  const held: number[] = [];
  holdDuringInput((ms) => held.push(ms));
  page.dispatchEvent(new Event(begin));
  page.dispatchEvent(new Event(end));
  expect(held).toEqual([1_000, 100]);
});

it('stops listening when it is stopped', () => {
  const held: number[] = [];
  const leave = holdDuringInput((ms) => held.push(ms));
  leave();
  for (const type of ['pointerdown', 'pointerup', 'keydown', 'keyup', 'blur']) page.dispatchEvent(new Event(type));
  expect(held).toEqual([]);
});
