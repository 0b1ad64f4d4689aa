import type { Detection } from '@vedette/contract/detection';

/** The detections of one incident in a list. */
export type IncidentGroup = {
  latest: Detection;
  /** The first of them that is listed: when it came in, the incident was new. */
  first: Detection;
  sightings: number;
  /** Whether the server may hold earlier ones that are not in the list. */
  more: boolean;
};

/** A detection of a list, or all of its incident: what stays the same while further ones come. */
export function incidentKey({ id, incident_id }: Pick<Detection, 'id' | 'incident_id'>): string {
  return incident_id === undefined ? `detection ${id}` : `incident ${incident_id}`;
}

/**
 * @param items newest first
 * @param hasOlder whether the server holds older ones
 * @returns one group for each incident, the last seen first
 */
export function groupByIncident(items: readonly Detection[], hasOlder: boolean): ReadonlyMap<string, IncidentGroup> {
  const groups = new Map<string, IncidentGroup>();
  for (const detection of items) {
    const key = incidentKey(detection);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { latest: detection, first: detection, sightings: 1, more: false });
    else groups.set(key, { ...group, first: detection, sightings: group.sightings + 1 });
  }
  const last = items.at(-1);
  const cut = last && groups.get(incidentKey(last));
  if (hasOlder && last && cut) groups.set(incidentKey(last), { ...cut, more: true });
  return groups;
}
