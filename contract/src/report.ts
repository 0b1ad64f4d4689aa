import Type, { type Static } from 'typebox';
import { FrameBox, Model, TrackId } from './evidence.ts';
import { DEVICE_NAME_MAX, FRAME_MAX_BYTES, LOCATION_MAX } from './limits.ts';
import { ReportedMetrics } from './metrics.ts';
import { Text } from './text.ts';
import { THREAT_LEVEL_MAX, THREAT_LEVEL_MIN } from './threat-level.ts';

const reportFields = {
  event_id: Text(128, {
    description: "the device's own unique key: a repeat stores nothing and gets the first answer",
  }),
  weapon_type: Text(64),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'fraction 0–1' }),
  threat_level: Type.Optional(Type.Integer({ minimum: THREAT_LEVEL_MIN, maximum: THREAT_LEVEL_MAX })),
  timestamp: Type.String({
    format: 'date-time',
    description:
      "ISO 8601 with seconds and zone: the device's own time; in UTC of the years 0001 to 9999, and at most 24 hours ahead of the server's clock",
  }),
  location: Type.Optional(Text(LOCATION_MAX)),
  device: Type.Optional(Text(DEVICE_NAME_MAX)),
  metrics: Type.Optional(ReportedMetrics),
  box: Type.Optional(FrameBox),
  track_id: Type.Optional(TrackId),
  model: Type.Optional(Model),
  drill: Type.Optional(
    Type.Boolean({
      description:
        'with TEAM: a test of the whole way to a painted screen, which stores no detection; false when absent',
    }),
  ),
  annotated: Type.Optional(
    Type.Boolean({ description: 'the box and its label are drawn into the frame already; false when absent' }),
  ),
};

/** A device's report of a weapon; the frame is sent beside it (multipart, raw body) or inside it (`JsonReport`). */
export const Report = Type.Object(reportFields, { additionalProperties: false });
export type Report = Static<typeof Report>;

/** A report as one JSON document, with the frame in base64. */
export const JsonReport = Type.Object(
  {
    ...reportFields,
    frame: Type.Optional(
      Type.String({
        contentEncoding: 'base64',
        contentMediaType: 'image/jpeg',
        description: `JPEG in base64, at most ${FRAME_MAX_BYTES} bytes once decoded`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type JsonReport = Static<typeof JsonReport>;
