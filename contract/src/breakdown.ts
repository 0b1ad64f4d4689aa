import Type, { type Static } from 'typebox';

const Time = (description: string) => Type.String({ format: 'date-time', description });
const Count = Type.Integer({ minimum: 1 });

/** How many of the most reported devices and locations are listed separately. */
export const BREAKDOWN_MAX = 10;

/** The answer of GET /api/detections/breakdown: of all time by device and location, of 24 hours by hour and level. */
export const BreakdownAnswer = Type.Object({
  success: Type.Literal(true),
  devices: Type.Array(Type.Object({ device_id: Type.String(), name: Type.String(), count: Count }), {
    description: 'the most reported first, under the names that the filter uses',
  }),
  other_devices: Type.Integer({ minimum: 0, description: 'detections of all further devices' }),
  locations: Type.Array(Type.Object({ location: Type.String(), count: Count }), {
    description: 'the most reported first',
  }),
  other_locations: Type.Integer({ minimum: 0, description: 'detections at all further locations' }),
  from: Time('start of the first hour'),
  to: Time('end of the last hour, which is the one of now'),
  hours: Type.Array(
    Type.Object({
      at: Time('start of the hour'),
      level: Type.Union([Type.Literal('high'), Type.Literal('medium'), Type.Literal('low')]),
      count: Count,
    }),
    { description: 'oldest first; hours without a detection of a level are left out' },
  ),
});
export type BreakdownAnswer = Static<typeof BreakdownAnswer>;
