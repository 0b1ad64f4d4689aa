import type { IncidentSummary } from '@vedette/contract/incident-rule';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { IncidentTable } from '../../db/tables/incident.ts';
import type { IncidentSeries } from './spans.ts';

export type IncidentRow = Selectable<IncidentTable>;

/** `incidentOrigin` of a detection, in the words of the index `detection_origin`. */
export const ORIGIN = originIn('detection');

export function originIn(table: string): RawBuilder<string> {
  const [device, location] = [sql.ref(`${table}.device_id`), sql.ref(`${table}.location`)];
  return sql<string>`coalesce(${device}, '@' || ${location}, '@')`;
}

export function incidentColumns(summary: IncidentSummary): Omit<IncidentRow, 'id' | 'state' | keyof IncidentSeries> {
  const { first_at, last_at, sightings, threat_level, confidence, picture } = summary;
  return {
    ...{ first_at, last_at, sightings, threat_level, confidence },
    picture_id: picture?.id ?? null,
    picture_at: picture?.at ?? null,
    picture_confidence: picture?.confidence ?? null,
  };
}

export function summaryIn(row: IncidentRow): IncidentSummary {
  const { first_at, last_at, sightings, threat_level, confidence } = row;
  const { picture_id: id, picture_at: at, picture_confidence: sharpness } = row;
  const picture = id === null || at === null || sharpness === null ? null : { id, at, confidence: sharpness };
  return { first_at, last_at, sightings, threat_level, confidence, picture };
}
