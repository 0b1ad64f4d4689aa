import Type, { type Static } from 'typebox';
import { VERDICTS } from './answer.ts';
import { Incident } from './incident.ts';

const Time = (description: string) => Type.String({ format: 'date-time', description });
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

/** So many incidents are listed; the counts are of all. */
export const HANDOVER_MAX = 500;
export const HANDOVER_MAX_DAYS = 31;
/** Shifts begin at these times of the day, unless SHIFTS says otherwise. */
export const SHIFTS_DEFAULT = ['06:00', '14:00', '22:00'] as const;

export const HandoverQuery = Type.Object({
  from: Time('start of the shift'),
  to: Time('end of the shift, not later than 31 days after its start'),
});
export type HandoverQuery = Static<typeof HandoverQuery>;

/** What became of an incident: its verdict, or that it has none yet. */
export const OUTCOMES = [...VERDICTS, 'no_verdict', 'acknowledged', 'open'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const HandoverIncident = Type.Intersect([
  Incident,
  Type.Object({
    outcome: Type.Enum(OUTCOMES),
    seen: Type.Boolean({ description: 'whether somebody has opened or answered it' }),
  }),
]);
export type HandoverIncident = Static<typeof HandoverIncident>;

/** GET /api/handover, with TEAM: the active threats seen between `from` and `to`, and earlier ones that are not closed. */
export const HandoverAnswer = Type.Object({
  success: Type.Literal(true),
  from: Time('as asked'),
  to: Time('as asked'),
  counts: Type.Object(Object.fromEntries(OUTCOMES.map((outcome) => [outcome, Count])) as Record<Outcome, typeof Count>),
  unseen: Type.Integer({ description: 'of all, those that nobody has opened or answered' }),
  on_duty: Type.Array(
    Type.Object({ name: Type.String(), since: Time('start'), until: Nullable(Time('end; null: still on duty')) }),
    { description: 'who was on duty in this time: the first first, at most 200' },
  ),
  incidents: Type.Array(HandoverIncident, { description: 'the last seen first' }),
  more: Type.Integer({ description: 'how many more there are than listed' }),
});
export type HandoverAnswer = Static<typeof HandoverAnswer>;

/** POST /api/handover/mail: sends it to people who have an account here. */
export const HandoverMail = Type.Object(
  {
    from: Time('start of the shift'),
    to: Time('end of the shift'),
    recipients: Type.Array(Type.String({ maxLength: 254 }), { minItems: 1, maxItems: 20 }),
  },
  { additionalProperties: false },
);
export type HandoverMail = Static<typeof HandoverMail>;

export const AnswerFiguresQuery = Type.Object({
  from: Time('start'),
  to: Time('end'),
  time_zone: Type.String({ maxLength: 64, description: 'of the hours of the day, for instance Europe/Berlin' }),
});
export type AnswerFiguresQuery = Static<typeof AnswerFiguresQuery>;

const Seconds = Nullable(Type.Object({ median_s: Type.Number(), p90_s: Type.Number() }));

/** GET /api/incidents/figures, with TEAM: what the answers of a time say about devices, hours and shifts. */
export const AnswerFigures = Type.Object({
  success: Type.Literal(true),
  alarms: Count,
  devices: Type.Array(
    Type.Object({ device_id: Nullable(Type.String()), name: Type.String(), alarms: Count, false_alarms: Count }),
    { description: 'most false alarms first; without an id it is a place of manual detections' },
  ),
  hours: Type.Array(Type.Object({ hour: Type.Integer(), alarms: Count, false_alarms: Count }), {
    description: 'the 24 hours of the day',
  }),
  shifts: Type.Array(
    Type.Object({
      starts: Type.String({ description: 'HH:MM' }),
      alarms: Count,
      acknowledged: Count,
      closed: Count,
      seen_to_acknowledged: Seconds,
      acknowledged_to_closed: Seconds,
    }),
    { description: 'by when the alarm was first seen; drills and tests are left out' },
  ),
});
export type AnswerFigures = Static<typeof AnswerFigures>;
