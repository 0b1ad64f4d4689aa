import { expect, test } from 'vitest';
import { assign } from '../../src/tracking/assign.ts';

const NEVER = Number.POSITIVE_INFINITY;

test('the pairing costs as little as the best of all pairings', () => {
  const random = seeded(7);
  for (let round = 0; round < 2_000; round++) {
    const [rows, columns] = [1 + Math.floor(random() * 5), 1 + Math.floor(random() * 5)];
    const cost = Array.from({ length: rows }, () =>
      Array.from({ length: columns }, () => (random() < 0.25 ? NEVER : Math.round(random() * 100) / 100)),
    );
    const best = bestPairing(cost);
    const pairs = assign(cost).flatMap((column, row) => (column < 0 ? [] : [{ row, column }]));
    expect(new Set(pairs.map(({ column }) => column)).size).toBe(pairs.length);
    const sum = pairs.reduce((total, { row, column }) => total + (cost[row]?.[column] ?? NEVER), 0);
    expect([pairs.length, sum.toFixed(6)]).toEqual([best.pairs, best.sum.toFixed(6)]);
  }
});

test('an empty or forbidden matrix gives no pairs', () => {
  expect(assign([])).toEqual([]);
  expect(assign([[], []])).toEqual([-1, -1]);
  expect(assign([[NEVER]])).toEqual([-1]);
});

/** The maximum number of pairs and its minimum cost, by trying all pairings. */
function bestPairing(
  cost: readonly (readonly number[])[],
  row = 0,
  taken: readonly number[] = [],
): { pairs: number; sum: number } {
  const columns = cost[row];
  if (!columns) return { pairs: 0, sum: 0 };
  let best = bestPairing(cost, row + 1, taken);
  for (const [column, price] of columns.entries()) {
    if (price === NEVER || taken.includes(column)) continue;
    const rest = bestPairing(cost, row + 1, [...taken, column]);
    const paired = { pairs: rest.pairs + 1, sum: rest.sum + price };
    if (paired.pairs > best.pairs || (paired.pairs === best.pairs && paired.sum < best.sum)) best = paired;
  }
  return best;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
