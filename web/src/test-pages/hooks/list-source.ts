import type { Detection } from '@vedette/contract/detection';

/** The source of the listed detections; `type` is used only for the kind 'type'. */
export type Source = { kind: 'all' | 'manual' | 'type'; type: string };

export type Listed = { detections: readonly Detection[]; count: number };

export function describeSource({ kind, type }: Source): string {
  if (kind === 'manual') return 'Manual detections';
  return kind === 'all' ? 'All detections' : `${type || 'Unknown'} detections`;
}
