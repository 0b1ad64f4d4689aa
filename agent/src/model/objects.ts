/** In pixels of the frame. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** A box that a model detected, of any class. */
export type DetectedObject = { classId: number; score: number; box: Box };

export function areaOf({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

/** The area that two boxes share. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Intersection over union: 1 for equal boxes, 0 for boxes that do not touch. */
export function iou(a: Box, b: Box): number {
  const shared = overlap(a, b);
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared);
}

/** Non-maximum suppression: of overlapping boxes of one class, keeps the one with the highest score. */
export function suppress(found: readonly DetectedObject[], maxIou = 0.5): DetectedObject[] {
  const kept: DetectedObject[] = [];
  for (const candidate of [...found].sort((a, b) => b.score - a.score)) {
    if (!kept.some((it) => it.classId === candidate.classId && iou(it.box, candidate.box) > maxIou))
      kept.push(candidate);
  }
  return kept;
}

/** Clips a box to the frame. */
export function within({ left, top, right, bottom }: Box, { width, height }: { width: number; height: number }): Box {
  const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));
  return {
    left: clamp(left, width),
    top: clamp(top, height),
    right: clamp(right, width),
    bottom: clamp(bottom, height),
  };
}
