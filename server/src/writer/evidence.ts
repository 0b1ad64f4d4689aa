import type { Detection } from '@vedette/contract/detection';
import type { Report } from '@vedette/contract/report';

type Evidence = Pick<Detection, 'box' | 'track_id' | 'model' | 'annotated'>;

const NONE: Evidence = { box: null, track_id: null, model: null, annotated: false };

/** What a report says of its frame, as the column `evidence` keeps it; null when it says nothing. */
export function encodeEvidence({ box, track_id, model, annotated }: Report): string | null {
  const given = { box, track_id, model, annotated: annotated || undefined };
  return Object.values(given).some((value) => value !== undefined) ? JSON.stringify(given) : null;
}

export function decodeEvidence(evidence: string | null): Evidence {
  return evidence === null ? NONE : { ...NONE, ...(JSON.parse(evidence) as Partial<Evidence>) };
}
