import Type, { type Static } from 'typebox';

export const TimelineRange = Type.Union([Type.Literal('hour'), Type.Literal('day'), Type.Literal('month')]);
export type TimelineRange = Static<typeof TimelineRange>;

/** The query of GET /api/detections/timeline. */
export const TimelineQuery = Type.Object({ range: TimelineRange });
export type TimelineQuery = Static<typeof TimelineQuery>;

const Time = (description: string) => Type.String({ format: 'date-time', description });

/** Hour: 60 minutes by minute. Day: 24 hours by hour. Month: 30 days by hour, which screens sum into days of their own time zone. */
export const TimelineAnswer = Type.Object({
  success: Type.Literal(true),
  range: TimelineRange,
  step: Type.Union([Type.Literal('minute'), Type.Literal('hour')]),
  from: Time('start of the first step'),
  to: Time('end of the last step, which is the one of now'),
  points: Type.Array(Type.Object({ at: Time('start of the step'), count: Type.Integer({ minimum: 1 }) }), {
    description: 'oldest first; steps without a detection are left out',
  }),
  timestamp: Type.String({ format: 'date-time' }),
});
export type TimelineAnswer = Static<typeof TimelineAnswer>;
