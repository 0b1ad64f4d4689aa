import { describe, expect, it } from 'vitest';
import { describeBox, LABEL_HEIGHT, LABEL_WIDTH, placeLabel, rectangleOf } from './frame-box.ts';
import { FITTED } from './zoom.ts';

const box = { left: 0.25, top: 0.5, width: 0.5, height: 0.25 };
const view = { width: 800, height: 400 };

describe('a box in the view', () => {
  it('excludes the black edges of a fitted picture', () => {
    const narrow = { picture: { width: 1_000, height: 1_000 }, view, zoom: FITTED };
    expect(rectangleOf(box, narrow)).toEqual({ left: 300, top: 200, width: 200, height: 100 });
    const flat = { picture: { width: 4_000, height: 1_000 }, view, zoom: FITTED };
    expect(rectangleOf(box, flat)).toEqual({ left: 200, top: 200, width: 400, height: 50 });
  });

  it('is zoomed and moved with the picture', () => {
    const zoom = { scale: 2, x: 30, y: -50 };
    const near = rectangleOf(box, { picture: { width: 1_600, height: 800 }, view, zoom });
    expect(near).toEqual({ left: 30, top: 150, width: 800, height: 200 });
  });
});

describe('the label of a box', () => {
  const at = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

  it('is above the box, below it where there is no room above, else beside it', () => {
    expect(placeLabel(at(300, LABEL_HEIGHT, 200, 10), view)).toMatchObject({ y: LABEL_HEIGHT, anchor: { y: 1 } });
    expect(placeLabel(at(300, 10, 200, 300), view)).toMatchObject({ y: 310, anchor: { y: 0 } });
    expect(placeLabel(at(100, 0, 200, 400), view)).toMatchObject({ x: 300, maxWidth: 500, anchor: { x: 0 } });
    expect(placeLabel(at(500, 0, 200, 400), view)).toMatchObject({ x: 500, maxWidth: 500, anchor: { x: 1 } });
  });

  it('is left out where it would cover what is in the box, and for a box out of view', () => {
    expect(placeLabel(at(LABEL_WIDTH - 1, 0, 800, 400), view)).toBeNull();
    for (const away of [at(800, 50, 10, 10), at(-10, 50, 10, 10), at(50, 400, 10, 10), at(50, -10, 10, 10)]) {
      expect(placeLabel(away, view)).toBeNull();
    }
  });

  it('ends within the view, however long it is', () => {
    for (const left of [-100, 0, 5, 400, 780]) {
      const place = placeLabel(at(left, 100, 150, 50), view);
      for (const width of [20, 150, 800]) {
        const start = (place?.x ?? Number.NaN) - (place?.anchor.x ?? 0) * width;
        expect(start).toBeGreaterThanOrEqual(-0.001);
        expect(start + width).toBeLessThanOrEqual(view.width + 0.001);
      }
    }
  });
});

it('the position of a box in words is the ninth of the picture that contains its centre', () => {
  const words = [0, 0.45, 0.9].flatMap((top) =>
    [0, 0.45, 0.9].map((left) => describeBox({ left, top, width: 0.1, height: 0.1 })),
  );
  expect(words).toEqual([
    'in the upper left of the frame',
    'in the upper middle of the frame',
    'in the upper right of the frame',
    'on the left of the frame',
    'in the middle of the frame',
    'on the right of the frame',
    'in the lower left of the frame',
    'in the lower middle of the frame',
    'in the lower right of the frame',
  ]);
  expect(describeBox({ left: 0, top: 0, width: 1, height: 1 })).toBe('in the middle of the frame');
});
