import Type, { type Static } from 'typebox';
import { Model } from './evidence.ts';
import { ReportedMetrics } from './metrics.ts';
import { Text } from './text.ts';

export const HEARTBEAT_URL = '/api/ingest/heartbeat';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const COUNT_MAX = 1_000_000_000;
/** In milliseconds: longer than any device waits. */
const DURATION_MAX = 1_000_000_000_000;

const observed = {
  last_frame_age: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: DURATION_MAX,
      description: "milliseconds since the camera's last frame; null when there was none since the start",
    }),
  ),
  fps: Type.Number({ minimum: 0, description: 'frames looked at per second since the last heartbeat' }),
  outbox: Type.Object(
    {
      waiting: Type.Integer({ minimum: 0, maximum: COUNT_MAX }),
      oldest_age: Nullable(Type.Integer({ minimum: 0, maximum: DURATION_MAX })),
      dead: Type.Integer({ minimum: 0, maximum: COUNT_MAX }),
    },
    { additionalProperties: false, description: 'reports that wait on the device, and those it gave up' },
  ),
  model: Nullable(Model),
  version: Text(64, { description: 'of the agent' }),
  metrics: Type.Optional(ReportedMetrics),
};

/** A device's sign of life. The last one counts; they are never queued. */
export const Heartbeat = Type.Object(
  {
    sent_at: Type.String({ format: 'date-time', description: "ISO 8601: the device's own clock" }),
    ...observed,
  },
  { additionalProperties: false },
);
export type Heartbeat = Static<typeof Heartbeat>;

export const HeartbeatAnswer = Type.Object({
  success: Type.Literal(true),
  received_at: Type.String({ format: 'date-time' }),
});
export type HeartbeatAnswer = Static<typeof HeartbeatAnswer>;

/** A device's last heartbeat, as people read it. */
export const LastHeartbeat = Type.Object({
  received_at: Type.String({ format: 'date-time' }),
  sent_at: Type.String({ format: 'date-time' }),
  clock_difference: Type.Integer({ description: 'received_at - sent_at, in milliseconds: negative for a clock ahead' }),
  ...observed,
});
export type LastHeartbeat = Static<typeof LastHeartbeat>;
