import Type, { type Static } from 'typebox';
import { Answer } from './answer.ts';
import { Comment } from './comment.ts';
import { FrameBox, Model } from './evidence.ts';
import { LOCATION_MAX } from './limits.ts';
import { MultilineText, Text } from './text.ts';
import { THREAT_LEVEL_MAX, THREAT_LEVEL_MIN } from './threat-level.ts';

const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** One of `LABELS`. */
export const LabelName = Type.Union([Type.Literal('weapon_type'), Type.Literal('location'), Type.Literal('device')]);

export const Detection = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'never reused' }),
  detection_id: Type.Integer({ minimum: 1, description: 'the same number as id' }),
  weapon_type: Type.String(),
  confidence: Type.Number({ minimum: 0, maximum: 100, description: 'percent, one decimal at most' }),
  threat_level: Type.Integer({ minimum: THREAT_LEVEL_MIN, maximum: THREAT_LEVEL_MAX }),
  timestamp: Timestamp,
  received_at: Timestamp,
  location: Nullable(Type.String()),
  device: Nullable(Type.String()),
  device_id: Nullable(Type.String()),
  source: Type.Union([Type.Literal('device'), Type.Literal('manual')]),
  description: Nullable(Type.String({ description: 'of a manual detection' })),
  officer_name: Nullable(Type.String({ description: 'who made a manual detection' })),
  detection_frame_data: Nullable(Type.String({ description: 'never inline in lists: see jpeg_endpoint' })),
  has_binary_jpeg: Type.Boolean(),
  jpeg_endpoint: Nullable(Type.String()),
  frame_url: Nullable(Type.String()),
  box: Nullable(FrameBox),
  track_id: Nullable(Type.String({ description: 'the same in all reports of one weapon' })),
  model: Nullable(Model),
  annotated: Type.Boolean({ description: 'the box and its label are drawn into the frame already' }),
  incident_id: Type.Optional(
    Type.Integer({ minimum: 1, description: 'of the incident that it is part of: see GET /api/incidents/{id}' }),
  ),
  /** Of its incident, with TEAM; missing while nobody has answered. */
  answer: Type.Optional(Answer),
  other_labels: Type.Optional(
    Type.Array(LabelName, {
      description: "those that statistics and filters count as 'other', because there were too many",
    }),
  ),
});
export type Detection = Static<typeof Detection>;

const NextCursor = Nullable(Type.String({ description: 'opaque; null on the last page' }));

export const AllDetectionsAnswer = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(Detection),
  total: Type.Integer({ description: 'of all, never of the page' }),
  next_cursor: NextCursor,
});
export type AllDetectionsAnswer = Static<typeof AllDetectionsAnswer>;

export const ThreatsAnswer = Type.Object({
  success: Type.Literal(true),
  active_weapon_threats: Type.Array(Detection),
  threat_count: Type.Integer(),
  timestamp: Timestamp,
  next_cursor: NextCursor,
});
export type ThreatsAnswer = Static<typeof ThreatsAnswer>;

export const WeaponTypeAnswer = Type.Object({
  success: Type.Literal(true),
  detections: Type.Array(Detection),
  count: Type.Integer(),
  next_cursor: NextCursor,
});
export type WeaponTypeAnswer = Static<typeof WeaponTypeAnswer>;

export const ManualListAnswer = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(Detection),
  count: Type.Integer(),
  next_cursor: NextCursor,
});
export type ManualListAnswer = Static<typeof ManualListAnswer>;

export const DetectionAnswer = Type.Object({
  success: Type.Literal(true),
  detection: Type.Intersect([
    Detection,
    Type.Object({
      comments: Type.Array(Comment, { description: 'the newest, in the order in which they were made' }),
      comments_total: Type.Integer(),
      comments_next_cursor: Nullable(
        Type.String({ description: 'for GET /api/detections/{id}/comments: the older ones; null when there are none' }),
      ),
    }),
  ]),
  weapon_details: Type.Object({
    weapon_type: Type.String(),
    category: Type.String(),
    description: Type.String(),
    base_threat_level: Type.Integer(),
  }),
});
export type DetectionAnswer = Static<typeof DetectionAnswer>;

export const ManualDetection = Type.Object(
  {
    object_type: Text(64, { description: 'the weapon type' }),
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 0.8, description: 'fraction 0–1' })),
    location: Text(LOCATION_MAX),
    description: Type.Optional(Type.Union([MultilineText(2_000), Type.Literal('')])),
    officer_name: Type.Optional(Type.Union([Text(100), Type.Literal('')])),
  },
  { additionalProperties: false },
);
export type ManualDetection = Static<typeof ManualDetection>;

export const CreatedAnswer = Type.Object({ success: Type.Literal(true), detection_id: Type.Integer() });
export type CreatedAnswer = Static<typeof CreatedAnswer>;

export const DeletedAnswer = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  deleted_detection: Detection,
});
export type DeletedAnswer = Static<typeof DeletedAnswer>;

export const ClearedAnswer = Type.Object({ success: Type.Literal(true), deleted_count: Type.Integer() });
export type ClearedAnswer = Static<typeof ClearedAnswer>;

export const TestAnswer = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  total_detections: Type.Integer(),
  timestamp: Timestamp,
});
export type TestAnswer = Static<typeof TestAnswer>;

export const FrameAnswer = Type.Object({
  success: Type.Literal(true),
  frame_data: Nullable(Type.String({ description: 'data:image/jpeg;base64,… or null without a frame' })),
  timestamp: Timestamp,
});
export type FrameAnswer = Static<typeof FrameAnswer>;

export const StatsAnswer = Type.Object({
  success: Type.Literal(true),
  total: Type.Integer(),
  active_threats: Type.Integer(),
  last_hour: Type.Integer(),
  by_weapon_type: Type.Record(Type.String(), Type.Integer()),
  by_threat_level: Type.Object({ high: Type.Integer(), medium: Type.Integer(), low: Type.Integer() }),
  seq: Type.Integer({ description: 'the newest event of the stream that is counted here' }),
  timestamp: Timestamp,
});
export type StatsAnswer = Static<typeof StatsAnswer>;

export const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
});
export type PageQuery = Static<typeof PageQuery>;

/** GET /api/detections/threats */
export const ThreatsQuery = Type.Object({
  ...PageQuery.properties,
  unclosed: Type.Optional(
    Type.Boolean({ description: 'with TEAM: only those of incidents that are not closed; a page may then be short' }),
  ),
});
export type ThreatsQuery = Static<typeof ThreatsQuery>;

export const DetectionParams = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
export type DetectionParams = Static<typeof DetectionParams>;
