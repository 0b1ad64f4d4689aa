import type { Verdict } from '@vedette/contract/answer';
import type { Generated } from 'kysely';

/** Milliseconds since the epoch. */
type Millis = number;

/** A run of detections of one origin and weapon type: see `incident-rule.ts` in the contract. */
export type IncidentTable = {
  id: Generated<number>;
  /** The device, or the place of manual detections: see `incidentOrigin`. */
  origin: string;
  weapon_type_key: string;
  first_at: Millis;
  last_at: Millis;
  sightings: number;
  /** The highest of its detections. */
  threat_level: number;
  confidence: number;
  /** The index of its state in `INCIDENT_STATES` of the contract. */
  state: Generated<number>;
  /** The detection whose frame shows it best, and what is compared to find that. */
  picture_id: number | null;
  picture_at: Millis | null;
  picture_confidence: number | null;
};

/** Who has an incident and how it ended; none while nobody has answered. `incident.state` says which of it holds. */
export type IncidentAnswerTable = {
  incident_id: number;
  acknowledged_by: string | null;
  acknowledged_at: Millis | null;
  closed_by: string | null;
  closed_at: Millis | null;
  verdict: Verdict | null;
  note: string | null;
};

export type IncidentActionKind = 'opened' | 'acknowledged' | 'closed' | 'reopened' | 'noted';

/** What people did with an incident, in order. Without a user it was the server, and the note says why. */
export type IncidentActionTable = {
  id: Generated<number>;
  incident_id: number;
  at: Millis;
  kind: IncidentActionKind;
  user_id: string | null;
  user_name: string | null;
  verdict: Verdict | null;
  note: string | null;
  /** State and answer before it as JSON text, to undo it. */
  before: string | null;
  undone_at: Millis | null;
};

/** Incidents that became part of an older one, whose id is answered for them. */
export type MergedIncidentTable = {
  id: number;
  into_id: number;
};

/**
 * One row: the gap of all stored incidents, the ids of detections that are in none yet (above `ungrouped_after`, up to
 * `ungrouped_to`), and from when on a team answers incidents: what was last seen before is closed.
 */
export type IncidentStateTable = {
  id: 1;
  gap_ms: Millis;
  ungrouped_after: number;
  ungrouped_to: number;
  team_since: Generated<Millis | null>;
};
