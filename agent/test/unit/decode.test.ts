import { expect, test } from 'vitest';
import { decode, type Layout, possibleLayouts } from '../../src/model/layout.ts';
import { suppress } from '../../src/model/objects.ts';

const decoding = {
  placement: { scale: 1, left: 0, top: 0 },
  input: { width: 100, height: 200 },
  frame: { width: 100, height: 200 },
  minScore: 0.3,
};

test.each<[Layout, readonly number[], readonly number[]]>([
  ['v8', [1, 6, 2], [50, 10, 100, 20, 20, 10, 40, 10, 0.1, 0.2, 0.8, 0.1]],
  ['end2end', [1, 2, 6], [40, 80, 60, 120, 0.8, 1, 0, 0, 10, 10, 0.2, 0]],
  ['v5', [1, 2, 7], [50, 100, 20, 40, 0.9, 0.1, 8 / 9, 5, 5, 9, 9, 0.2, 1, 1]],
  ['detr', [1, 2, 6], [0.5, 0.5, 0.2, 0.2, 0, 0.8, 0.1, 0.1, 0.1, 0.1, 0.2, 0]],
])('layout %s gives the one box with a sufficient score', (layout, dims, numbers) => {
  const found = decode(layout, { data: Float32Array.from(numbers), dims }, decoding);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ classId: 1, score: expect.closeTo(0.8, 5) });
  const { left = 0, top = 0, right = 0, bottom = 0 } = found[0]?.box ?? {};
  expect([left, top, right, bottom].map(Math.round)).toEqual([40, 80, 60, 120]);
});

test('a box is clipped to the frame', () => {
  const data = Float32Array.of(-20, 190, 50, 250, 0.9, 0);
  expect(decode('end2end', { data, dims: [1, 1, 6] }, decoding)[0]?.box).toEqual({
    left: 0,
    top: 190,
    right: 50,
    bottom: 200,
  });
});

test.each<[readonly number[], number, string | undefined, Layout[]]>([
  [[1, 84, 8400], 80, undefined, ['v8']],
  [[1, 300, 6], 80, undefined, ['end2end']],
  [[1, 25_200, 85], 80, undefined, ['v5']],
  [[1, 300, 84], 80, undefined, ['detr']],
  [[1, 300, 6], 2, undefined, ['end2end', 'detr']],
  [[1, 300, 6], 2, 'True', ['end2end']],
  // A transposed v8 output fits no layout.
  [[1, 8400, 84], 80, undefined, []],
  [[1, 8400], 80, undefined, []],
  [[2, 84, 8400], 80, undefined, []],
])('an output %j with %i classes (end2end %s) can be %j', (dims, classes, endToEnd, expected) => {
  expect(possibleLayouts(dims, classes, endToEnd)).toEqual(expected);
});

test('suppression keeps the box with the highest score of overlapping boxes of one class', () => {
  const box = (left: number, classId: number, score: number) => {
    return { classId, score, box: { left, top: 0, right: left + 100, bottom: 100 } };
  };
  const kept = suppress([box(10, 0, 0.7), box(0, 0, 0.9), box(5, 1, 0.6), box(60, 0, 0.5), box(300, 0, 0.4)]);
  expect(kept.map(({ score }) => score)).toEqual([0.9, 0.6, 0.5, 0.4]);
});
