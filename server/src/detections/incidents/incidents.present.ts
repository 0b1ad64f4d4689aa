import type { Incident, IncidentAction, IncidentMoment } from '@vedette/contract/incident';
import type { DetectionRow } from '../detection-rows.ts';
import { isoTime } from '../detections.present.ts';
import type { ActionRow, ListedIncident } from './incidents.store.ts';

export function presentIncident(row: ListedIncident): Incident {
  const { picture_id } = row;
  return {
    id: row.id,
    weapon_type: row.weapon_type,
    device_id: row.device_id,
    device: row.device,
    location: row.location,
    first_seen: isoTime(row.first_at),
    last_seen: isoTime(row.last_at),
    sightings: row.sightings,
    threat_level: row.threat_level,
    confidence: row.confidence,
    latest_detection_id: row.latest_id,
    picture:
      picture_id === null ? null : { detection_id: picture_id, jpeg_endpoint: `/api/detections/${picture_id}/jpeg` },
    ...(row.answer !== undefined && { answer: row.answer }),
  };
}

/**
 * What happened, in order.
 * @param rows newest first
 * @param options.isBeginning whether the incident began with the last of them
 */
export function presentTimeline(
  rows: readonly DetectionRow[],
  { isBeginning }: { isBeginning: boolean },
): IncidentMoment[] {
  return rows.toReversed().map(({ id, at, threat_level, confidence }, index) => ({
    kind: isBeginning && index === 0 ? 'seen' : 'seen_again',
    timestamp: isoTime(at),
    detection_id: id,
    threat_level,
    confidence,
  }));
}

export function presentAction({ id, kind, at, user_name, verdict, note, undone_at }: ActionRow): IncidentAction {
  return { id, kind, timestamp: isoTime(at), by: user_name, verdict, note, undone: undone_at !== null };
}
