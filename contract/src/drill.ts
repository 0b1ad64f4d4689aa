import Type, { type Static } from 'typebox';

const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A drill that no screen has painted after so long is missed. */
export const DRILL_MISSED_MS = 30_000;
export const DRILL_EVERY_MIN_S = 30;
export const DRILL_EVERY_MAX_S = 86_400;

/** A report that is marked as a drill: checked, stored and sent to screens like any other, but no detection. */
export const Drill = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  device_id: Type.String(),
  device: Type.String(),
  sent_at: Timestamp,
  painted_at: Nullable(Timestamp),
  missed: Type.Boolean({ description: 'no screen had painted it in time; it may have been painted since' }),
});
export type Drill = Static<typeof Drill>;

export const DeviceDrills = Type.Object({
  device_id: Type.String(),
  device: Type.String(),
  every_s: Type.Integer({ description: '0: only by the button' }),
  last: Nullable(Drill),
  last_proven_at: Nullable(Timestamp),
});
export type DeviceDrills = Static<typeof DeviceDrills>;

/** GET /api/drills, with TEAM: every device that has drills. */
export const DrillsAnswer = Type.Object({
  success: Type.Literal(true),
  last_proven_at: Nullable(Timestamp),
  devices: Type.Array(DeviceDrills),
});
export type DrillsAnswer = Static<typeof DrillsAnswer>;

/** PUT /api/devices/{id}/drills */
export const DrillSchedule = Type.Object(
  {
    every_s: Type.Union([Type.Literal(0), Type.Integer({ minimum: DRILL_EVERY_MIN_S, maximum: DRILL_EVERY_MAX_S })], {
      description: '0: none',
    }),
  },
  { additionalProperties: false },
);
export type DrillSchedule = Static<typeof DrillSchedule>;

/** POST /api/devices/{id}/drills */
export const DrillAnswer = Type.Object({ success: Type.Literal(true), drill: Drill });
export type DrillAnswer = Static<typeof DrillAnswer>;

/** The answer to a report that is marked as a drill, with status 202. */
export const ReportedDrillAnswer = Type.Object({ success: Type.Literal(true), drill_id: Type.Integer() });
export type ReportedDrillAnswer = Static<typeof ReportedDrillAnswer>;
