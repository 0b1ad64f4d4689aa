/** The default of INCIDENT_GAP_S. */
export const INCIDENT_GAP_S_DEFAULT = 60;

/** What the rule looks at in a detection. */
export type Sighting = {
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  threat_level: number;
  confidence: number;
  hasFrame: boolean;
};

/** The frame that shows an incident best: the one with the highest confidence, among equal ones the newest. */
export type BestPicture = { id: number; at: number; confidence: number };

export type IncidentSummary = {
  first_at: number;
  last_at: number;
  sightings: number;
  /** The highest. */
  threat_level: number;
  /** The highest. */
  confidence: number;
  picture: BestPicture | null;
};

/**
 * Where the detections of an incident come from: one device, or, for those that an officer recorded, one place. A place
 * gets a prefix that no device id has.
 */
export function incidentOrigin({ device_id, location }: { device_id: string | null; location: string | null }): string {
  return device_id ?? `@${location ?? ''}`;
}

/**
 * Divides the detections of one origin and weapon type into incidents: each follows the one before it within the gap.
 * @returns the incidents and the detections in them in the order of their times
 */
export function divideIntoIncidents<S extends Pick<Sighting, 'id' | 'at'>>(
  sightings: readonly S[],
  gapMs: number,
): [S, ...S[]][] {
  const incidents: [S, ...S[]][] = [];
  for (const sighting of [...sightings].sort((a, b) => a.at - b.at || a.id - b.id)) {
    const last = incidents.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && sighting.at - before.at <= gapMs) last.push(sighting);
    else incidents.push([sighting]);
  }
  return incidents;
}

/** Whether two incidents, or a new detection and an incident, are one. */
export function areOneIncident(
  one: Pick<IncidentSummary, 'first_at' | 'last_at'>,
  other: Pick<IncidentSummary, 'first_at' | 'last_at'>,
  gapMs: number,
): boolean {
  return one.first_at - other.last_at <= gapMs && other.first_at - one.last_at <= gapMs;
}

export function summaryOf({ id, at, threat_level, confidence, hasFrame }: Sighting): IncidentSummary {
  const picture = hasFrame ? { id, at, confidence } : null;
  return { first_at: at, last_at: at, sightings: 1, threat_level, confidence, picture };
}

export function joinSummaries(one: IncidentSummary, other: IncidentSummary): IncidentSummary {
  return {
    first_at: Math.min(one.first_at, other.first_at),
    last_at: Math.max(one.last_at, other.last_at),
    sightings: one.sightings + other.sightings,
    threat_level: Math.max(one.threat_level, other.threat_level),
    confidence: Math.max(one.confidence, other.confidence),
    picture: betterPicture(one.picture, other.picture),
  };
}

function betterPicture(one: BestPicture | null, other: BestPicture | null): BestPicture | null {
  if (one === null || other === null) return one ?? other;
  const difference = one.confidence - other.confidence || one.at - other.at || one.id - other.id;
  return difference > 0 ? one : other;
}

export function summarize([first, ...rest]: readonly [Sighting, ...Sighting[]]): IncidentSummary {
  return rest.map(summaryOf).reduce(joinSummaries, summaryOf(first));
}
