import Type, { type Static } from 'typebox';
import { Answer, Verdict } from './answer.ts';
import { Detection, PageQuery } from './detection.ts';
import { Metrics } from './metrics.ts';

const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const NextCursor = Nullable(Type.String({ description: 'opaque; null on the last page' }));

/** Detections of one device and weapon type that follow each other within INCIDENT_GAP_S. */
export const Incident = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'never reused' }),
  weapon_type: Type.String(),
  device_id: Nullable(Type.String()),
  device: Nullable(Type.String()),
  location: Nullable(Type.String()),
  first_seen: Timestamp,
  last_seen: Timestamp,
  sightings: Type.Integer({ minimum: 1, description: 'its detections' }),
  threat_level: Type.Integer({ description: 'the highest of its detections' }),
  confidence: Type.Number({ description: 'the highest of its detections, in percent' }),
  latest_detection_id: Type.Integer(),
  picture: Nullable(
    Type.Object(
      { detection_id: Type.Integer(), jpeg_endpoint: Type.String() },
      { description: 'the frame with the highest confidence; null when none of its detections has a frame' },
    ),
  ),
  /** With TEAM; missing while nobody has answered. */
  answer: Type.Optional(Answer),
});
export type Incident = Static<typeof Incident>;

export const IncidentsQuery = Type.Object({
  ...PageQuery.properties,
  level: Type.Optional(Type.Literal('high', { description: 'only those that reached level 8' })),
});

/** GET /api/incidents: the last seen first. */
export const IncidentsAnswer = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(Incident),
  next_cursor: NextCursor,
});
export type IncidentsAnswer = Static<typeof IncidentsAnswer>;

/** Something that happened in an incident. */
export const IncidentMoment = Type.Object({
  kind: Type.Union([Type.Literal('seen'), Type.Literal('seen_again')]),
  timestamp: Timestamp,
  detection_id: Type.Integer(),
  threat_level: Type.Integer(),
  confidence: Type.Number(),
});
export type IncidentMoment = Static<typeof IncidentMoment>;

export const INCIDENT_ACTION_KINDS = ['opened', 'acknowledged', 'closed', 'reopened', 'noted'] as const;

/** What somebody did with an incident. */
export const IncidentAction = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(INCIDENT_ACTION_KINDS),
  timestamp: Timestamp,
  by: Nullable(Type.String({ description: 'null: the server itself, for the reason in `note`' })),
  verdict: Nullable(Verdict),
  note: Nullable(Type.String()),
  undone: Type.Boolean(),
});
export type IncidentAction = Static<typeof IncidentAction>;

/** GET /api/incidents/{id}; for an incident that became part of an older one, the older one. */
export const IncidentAnswer = Type.Object({
  success: Type.Literal(true),
  incident: Incident,
  detections: Type.Array(Detection, { description: 'newest first' }),
  timeline: Type.Array(IncidentMoment, { description: 'of these detections, in the order in which it happened' }),
  actions: Type.Optional(
    Type.Array(IncidentAction, { description: 'with TEAM: the newest 500, in the order in which they happened' }),
  ),
  metrics: Metrics,
  next_cursor: NextCursor,
});
export type IncidentAnswer = Static<typeof IncidentAnswer>;
