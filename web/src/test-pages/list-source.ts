import type { Detection } from '@vedette/contract/detection';

/** Which detections the list shows; `type` counts only for its own kind. */
export type Source = { kind: 'all' | 'manual' | 'type'; type: string };

export type Listed = { detections: readonly Detection[]; count: number };

export function describeSource({ kind, type }: Source): string {
  if (kind === 'manual') return 'Manual detections';
  return kind === 'all' ? 'All detections' : `${type || 'Unknown'} detections`;
}
