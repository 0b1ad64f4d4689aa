import { expect, test } from 'vitest';
import { decode } from '../../src/model/layout.ts';
import { letterbox } from '../../src/model/letterbox.ts';

type Size = { width: number; height: number };

function picture({ width, height }: Size, colourAt: (x: number, y: number) => readonly number[]) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set(colourAt(x, y), (y * width + x) * 3);
  return { width, height, pixels };
}

test.each([
  ['wide', { width: 1_280, height: 720 }, { scale: 0.5, left: 0, top: 140 }],
  ['high', { width: 480, height: 1_280 }, { scale: 0.5, left: 200, top: 0 }],
  ['small', { width: 160, height: 160 }, { scale: 4, left: 0, top: 0 }],
])('a %s picture is centred and keeps its aspect ratio', (_, size, expected) => {
  const { placement } = letterbox(640, 640)(picture(size, () => [0, 0, 0]));
  expect(placement).toEqual(expected);
});

test('the input has planes of red, green and blue from 0 to 1, and grey borders', () => {
  const { values } = letterbox(8, 8)(picture({ width: 8, height: 4 }, () => [255, 51, 0]));
  const at = (plane: number, x: number, y: number) => values[plane * 64 + y * 8 + x];
  expect([at(0, 3, 4), at(1, 3, 4), at(2, 3, 4)].map((it) => it?.toFixed(3))).toEqual(['1.000', '0.200', '0.000']);
  for (const [x, y] of [
    [0, 0],
    [7, 1],
    [3, 6],
    [0, 7],
  ] as const)
    expect(at(1, x, y)).toBeCloseTo(114 / 255, 5);
});

test('scaling is bilinear, so that a linear ramp stays linear', () => {
  const ramp = picture({ width: 64, height: 64 }, (x) => [x * 4, 0, 0]);
  const { values } = letterbox(32, 32)(ramp);
  for (let x = 0; x < 32; x++) expect((values[x] ?? 0) * 255).toBeCloseTo((2 * x + 0.5) * 4, 3);
});

test('a picture of another size does not affect the next one', () => {
  const prepare = letterbox(16, 16);
  const wide = picture({ width: 32, height: 8 }, () => [255, 255, 255]);
  const expected = [...letterbox(16, 16)(wide).values];
  prepare(picture({ width: 8, height: 32 }, () => [0, 0, 0]));
  expect([...prepare(wide).values]).toEqual(expected);
});

test('a box that is converted to the input and back is unchanged', () => {
  const frame = { width: 1_920, height: 1_080 };
  const { placement } = letterbox(640, 640)(picture(frame, () => [0, 0, 0]));
  const box = { left: 300, top: 150, right: 900, bottom: 600 };
  const [x, y] = [
    ((box.left + box.right) / 2) * placement.scale + placement.left,
    ((box.top + box.bottom) / 2) * placement.scale + placement.top,
  ];
  const [width, height] = [(box.right - box.left) * placement.scale, (box.bottom - box.top) * placement.scale];
  const output = { data: Float32Array.of(x, y, width, height, 0.9), dims: [1, 5, 1] };
  const [found] = decode('v8', output, { placement, input: { width: 640, height: 640 }, frame, minScore: 0.1 });
  expect(found).toMatchObject({ classId: 0, score: expect.closeTo(0.9, 5) });
  for (const side of ['left', 'top', 'right', 'bottom'] as const) expect(found?.box[side]).toBeCloseTo(box[side], 2);
});
