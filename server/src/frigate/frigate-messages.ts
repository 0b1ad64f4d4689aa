import Type, { type Static } from 'typebox';
import { bodyValidator } from '../http/validation.ts';

// Schemas of the fields of Frigate's messages and answers that the server reads; unknown fields are ignored.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Maybe = <T extends Type.TSchema>(schema: T) => Type.Optional(Nullable(schema));

/** The id becomes part of URLs, so it has no slash and no leading dot. */
const EventId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' });
const CameraName = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
/** Seconds since the epoch. */
const Seconds = Type.Number({ minimum: 0, maximum: 1e11 });
const Zones = Maybe(Type.Array(Type.String(), { maxItems: 1_000 }));
const Four = Type.Array(Type.Number(), { minItems: 4, maxItems: 4 });

const identity = {
  id: EventId,
  camera: CameraName,
  label: Type.String(),
  start_time: Seconds,
  end_time: Maybe(Seconds),
};

/** A tracked object in a message of `<prefix>/events`. Its boxes are pixels of the detect stream: left, top, right, bottom. */
const TrackedObject = Type.Object({
  ...identity,
  top_score: Maybe(Type.Number()),
  score: Maybe(Type.Number()),
  false_positive: Type.Boolean(),
  entered_zones: Zones,
  box: Maybe(Four),
  frame_time: Maybe(Seconds),
  /** Absent before Frigate 0.14. */
  snapshot: Maybe(Type.Object({ box: Maybe(Four) })),
  /** Before Frigate 0.14. */
  snapshot_time: Maybe(Seconds),
});
export type TrackedObject = Static<typeof TrackedObject>;

/** An event in an answer of `/api/events`. Its box is fractions of the detect stream: left, top, width, height. */
const ListedEvent = Type.Object({
  ...identity,
  top_score: Maybe(Type.Number()),
  false_positive: Maybe(Type.Boolean()),
  zones: Zones,
  data: Maybe(Type.Object({ box: Maybe(Four), top_score: Maybe(Type.Number()), score: Maybe(Type.Number()) })),
});
export type ListedEvent = Static<typeof ListedEvent>;

const CameraStats = Type.Object({
  camera_fps: Type.Number({ minimum: 0 }),
  process_fps: Maybe(Type.Number({ minimum: 0 })),
  /** Absent in older versions. */
  detection_enabled: Maybe(Type.Union([Type.Boolean(), Type.Number()])),
});
export type CameraStats = Static<typeof CameraStats>;

const Stats = Type.Object({
  cameras: Type.Record(Type.String(), Type.Unknown()),
  service: Maybe(Type.Object({ version: Maybe(Type.String()), last_updated: Maybe(Seconds) })),
});

const CameraSetup = Type.Object({
  detect: Type.Object({ width: Type.Number({ minimum: 1 }), height: Type.Number({ minimum: 1 }) }),
  snapshots: Maybe(Type.Object({ bounding_box: Maybe(Type.Boolean()), crop: Maybe(Type.Boolean()) })),
});
export type CameraSetup = Static<typeof CameraSetup>;

const Setup = Type.Object({ cameras: Type.Record(Type.String(), Type.Unknown()) });

const validator = bodyValidator();
export const isTrackedObject = validator.compile<TrackedObject>(TrackedObject);
export const isListedEvent = validator.compile<ListedEvent>(ListedEvent);
export const isStats = validator.compile<Static<typeof Stats>>(Stats);
export const isSetup = validator.compile<Static<typeof Setup>>(Setup);
const isCameraName = validator.compile<string>(CameraName);
const isCameraStats = validator.compile<CameraStats>(CameraStats);
const isCameraSetup = validator.compile<CameraSetup>(CameraSetup);

/** Returns null for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the state of the tracked object after the change in a message of `<prefix>/events`; null when the message is invalid. */
export function trackedObjectIn(message: unknown): TrackedObject | null {
  const after = typeof message === 'object' && message !== null && 'after' in message ? message.after : null;
  return isTrackedObject(after) ? after : null;
}

/** A limit, because each camera costs a database query. */
const CAMERAS_READ_MAX = 1_000;

/** The cameras with valid values; others are skipped. */
export const cameraStats = (cameras: Record<string, unknown>) => validEntries(cameras, isCameraStats);
export const cameraSetups = (cameras: Record<string, unknown>) => validEntries(cameras, isCameraSetup);

function validEntries<T>(cameras: Record<string, unknown>, isValid: (value: unknown) => value is T): Map<string, T> {
  const valid = new Map<string, T>();
  for (const [name, value] of Object.entries(cameras).slice(0, CAMERAS_READ_MAX))
    if (isCameraName(name) && isValid(value)) valid.set(name, value);
  return valid;
}
