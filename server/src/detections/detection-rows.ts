import type { Answer } from '@vedette/contract/answer';
import { type Selectable, sql } from 'kysely';
import type { DetectionTable } from '../db/schema.ts';
import { ORIGIN } from '../writer/incidents/incident-rows.ts';

/** The columns that lists read; a detection's metrics are read on its own. */
export const LISTED = [
  'id',
  'at',
  'received_at',
  'weapon_type',
  'confidence',
  'threat_level',
  'location',
  'device',
  'device_id',
  'source',
  'description',
  'officer_name',
  'other_labels',
  'evidence',
  'frame_size',
] as const;
export type DetectionRow = Pick<Selectable<DetectionTable>, (typeof LISTED)[number]> & {
  /** Null while the detection of an older version is in none yet. */
  incident_id: number | null;
  /** Of its incident, with TEAM. */
  answer?: Answer;
};

/** A detection's incident is the latest of its series that begins before it. */
export const INCIDENT_ID = sql<
  number | null
>`(select case when last_at >= detection.at then incident.id end from incident
  where origin = ${ORIGIN} and incident.weapon_type_key = detection.weapon_type_key and first_at <= detection.at
  order by first_at desc limit 1)`;
