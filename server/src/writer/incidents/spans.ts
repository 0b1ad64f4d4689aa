import {
  divideIntoIncidents,
  type IncidentSummary,
  incidentOrigin,
  type Sighting,
  summarize,
} from '@vedette/contract/incident-rule';
import type { StoredDetection } from '../new-detection.ts';

/** The columns that determine a detection's incident and what it changes there. */
export const SIGHTED = [
  'at',
  'weapon_type_key',
  'threat_level',
  'confidence',
  'location',
  'device_id',
  'frame_size',
] as const;
export type Sighted = Pick<StoredDetection, (typeof SIGHTED)[number]> & { id: number };

/** The detections that may form an incident with each other. */
export type IncidentSeries = { origin: string; weapon_type_key: string };

/** New detections that are one incident by themselves. */
export type IncidentSpan = IncidentSeries & { summary: IncidentSummary; ids: number[] };

/** Divides new detections into spans, so that the stored incidents are changed once for each span. */
export function spansOf(rows: readonly Sighted[], gapMs: number): IncidentSpan[] {
  return bySeries(rows).flatMap(({ series, rows: own }) =>
    divideIntoIncidents(own.map(sightingOf), gapMs).map((sightings) => ({
      ...series,
      summary: summarize(sightings),
      ids: sightings.map(({ id }) => id),
    })),
  );
}

export function bySeries<Row extends Sighted>(rows: readonly Row[]): { series: IncidentSeries; rows: Row[] }[] {
  const found = new Map<string, { series: IncidentSeries; rows: Row[] }>();
  for (const row of rows) {
    const series = { origin: incidentOrigin(row), weapon_type_key: row.weapon_type_key };
    const key = `${series.origin}\n${series.weapon_type_key}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { series, rows: [row] });
    else known.rows.push(row);
  }
  return [...found.values()];
}

export function sightingOf({ id, at, threat_level, confidence, frame_size }: Sighted): Sighting {
  return { id, at, threat_level, confidence, hasFrame: frame_size !== null };
}
