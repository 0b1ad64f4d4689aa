import type { IncidentSpan } from './spans.ts';

/** The answer of the function `keep_incidents`: the incident of each span, how many were merged into others, and whether one is not open. */
export type KeptIncidents = { incidents: number[]; merges: number; answered: boolean };

/** The error of `keep_incidents` when another server has changed the gap. */
export const GAP_CHANGED = 'VG001';

/** The parameters of `keep_incidents` after the gap. */
export function incidentValues(spans: readonly IncidentSpan[]): unknown[] {
  const pictures = spans.map(({ summary }) => summary.picture);
  return [
    spans.map(({ origin }) => origin),
    spans.map(({ weapon_type_key }) => weapon_type_key),
    spans.map(({ summary }) => summary.first_at),
    spans.map(({ summary }) => summary.last_at),
    spans.map(({ summary }) => summary.sightings),
    spans.map(({ summary }) => summary.threat_level),
    spans.map(({ summary }) => summary.confidence),
    pictures.map((picture) => picture?.id ?? null),
    pictures.map((picture) => picture?.at ?? null),
    pictures.map((picture) => picture?.confidence ?? null),
  ];
}
