import { describe, expect, it } from 'vitest';
import { FITTED, panBy, zoomAt } from './zoom.ts';

const view = { width: 800, height: 400 };
const middle = { x: 0, y: 0 };

describe('zooming', () => {
  it('keeps the point under the pointer in place', () => {
    const at = { x: 100, y: -50 };
    const near = zoomAt(FITTED, { factor: 2, at, view });
    // The same place of the picture, before and after.
    expect((at.x - near.x) / near.scale).toBeCloseTo(at.x);
    expect((at.y - near.y) / near.scale).toBeCloseTo(at.y);
  });

  it('is limited to eight times, and to the whole picture at its original place', () => {
    const nearest = zoomAt(FITTED, { factor: 100, at: middle, view });
    expect(nearest.scale).toBe(8);
    const moved = panBy(nearest, { by: { x: 999, y: 999 }, view });
    expect(zoomAt(moved, { factor: 0.001, at: middle, view })).toEqual(FITTED);
  });
});

describe('moving', () => {
  it('does not move a picture that is completely visible', () => {
    expect(panBy(FITTED, { by: { x: 30, y: -30 }, view })).toEqual(FITTED);
  });

  it('stops at the edge of the picture', () => {
    const near = zoomAt(FITTED, { factor: 2, at: middle, view });
    expect(panBy(near, { by: { x: 30, y: -30 }, view })).toEqual({ scale: 2, x: 30, y: -30 });
    expect(panBy(near, { by: { x: 9_999, y: -9_999 }, view })).toEqual({ scale: 2, x: 400, y: -200 });
  });
});
