import type { Detection } from '@vedette/contract/detection';
import { expect, it } from 'vitest';
import { heldOrder } from './held-order.ts';

const NONE = new Set<number>();
// A larger id is newer.
const detections = (...ids: number[]) =>
  ids.map((id) => ({ id, timestamp: new Date(1_000 * id).toISOString() }) as Detection);

function idsOf(held: number[], items: number[], removed = NONE) {
  const order = heldOrder(detections(...held), detections(...items), removed);
  return order && { shown: order.shown.map(({ id }) => id), gone: [...order.gone], waiting: order.waiting };
}

it('keeps new detections back and counts them', () => {
  expect(idsOf([3, 2, 1], [5, 4, 3, 2, 1])).toEqual({ shown: [3, 2, 1], gone: [], waiting: 2 });
});

it('keeps back a late report that belongs between two others', () => {
  expect(idsOf([5, 3, 1], [5, 4, 3, 2, 1])).toEqual({ shown: [5, 3, 1], gone: [], waiting: 2 });
});

it('appends older ones that were loaded later', () => {
  expect(idsOf([5, 4], [6, 5, 4, 3, 2])).toEqual({ shown: [5, 4, 3, 2], gone: [], waiting: 1 });
});

it('keeps the place of a detection that another guard deleted', () => {
  expect(idsOf([3, 2, 1], [3, 1])).toEqual({ shown: [3, 2, 1], gone: [2], waiting: 0 });
});

it('removes what this guard deletes, and restores it when the server refuses', () => {
  expect(idsOf([3, 2, 1], [4, 3, 1], new Set([2]))).toEqual({ shown: [3, 1], gone: [], waiting: 1 });
  expect(idsOf([3, 2, 1], [4, 3, 2, 1], new Set([2]))).toEqual({ shown: [3, 2, 1], gone: [], waiting: 1 });
});

it('does not treat detections beyond the end of a truncated list as deleted', () => {
  expect(idsOf([3, 2, 1], [5, 4, 3])).toEqual({ shown: [3], gone: [], waiting: 2 });
});

it('ends when nothing of the held list is left', () => {
  expect(idsOf([3, 2, 1], [])).toBeNull();
  expect(idsOf([3, 2, 1], [5, 4])).toBeNull();
});
