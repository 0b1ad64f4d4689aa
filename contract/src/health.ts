import Type, { type Static } from 'typebox';

export const HealthAnswer = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  timestamp: Type.String({ format: 'date-time' }),
});
export type HealthAnswer = Static<typeof HealthAnswer>;
