import Type, { type Static } from 'typebox';
import { ErrorAnswer } from './error.ts';

export const HealthAnswer = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  timestamp: Type.String({ format: 'date-time' }),
});
export type HealthAnswer = Static<typeof HealthAnswer>;

const state = {
  state: Type.Union([Type.Literal('ok'), Type.Literal('failing')]),
  message: Type.Optional(Type.String({ description: 'what is wrong, while it is failing' })),
};

const PartState = Type.Object(state);
export type PartState = Static<typeof PartState>;

const QueueState = Type.Object({
  ...state,
  reports: Type.Integer({ description: 'reports that wait to be stored' }),
  reports_limit: Type.Integer({ description: 'with so many, further reports are answered 503' }),
  bytes: Type.Integer({ description: 'of their frames' }),
  bytes_limit: Type.Integer(),
});
export type QueueState = Static<typeof QueueState>;

/** The parts that a server needs to do its work, each with its state. */
export const ReadyParts = Type.Object({
  database: PartState,
  queue: QueueState,
  frames: PartState,
  disk: PartState,
});
export type ReadyParts = Static<typeof ReadyParts>;

export const ReadyAnswer = Type.Object({ ...HealthAnswer.properties, parts: ReadyParts });
export type ReadyAnswer = Static<typeof ReadyAnswer>;

export const NotReadyAnswer = Type.Object({ ...ErrorAnswer.properties, parts: ReadyParts });
export type NotReadyAnswer = Static<typeof NotReadyAnswer>;
