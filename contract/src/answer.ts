import Type, { type Static } from 'typebox';
import { INCIDENT_STATES, NOTE_MAX, VERDICTS } from './answer-rules.ts';
import { MultilineText } from './text.ts';

const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export * from './answer-rules.ts';

export const Verdict = Type.Enum(VERDICTS);
export type Verdict = Static<typeof Verdict>;

/** Who has an incident, and how it ended. */
export const Answer = Type.Object({
  incident_id: Type.Integer({ minimum: 1 }),
  state: Type.Enum(INCIDENT_STATES),
  acknowledged_by: Nullable(Type.String({ description: 'display name, else mail address' })),
  acknowledged_at: Nullable(Timestamp),
  closed_by: Nullable(Type.String()),
  closed_at: Nullable(Timestamp),
  verdict: Nullable(Verdict),
  note: Nullable(Type.String({ description: 'of the closing' })),
});
export type Answer = Static<typeof Answer>;

export const CloseRequest = Type.Object(
  { verdict: Verdict, note: Type.Optional(Type.Union([MultilineText(NOTE_MAX), Type.Literal('')])) },
  { additionalProperties: false },
);
export type CloseRequest = Static<typeof CloseRequest>;

export const NoteRequest = Type.Object({ note: MultilineText(NOTE_MAX) }, { additionalProperties: false });
export type NoteRequest = Static<typeof NoteRequest>;

/** POST /api/incidents/{id}/acknowledge, /close, /reopen, /notes, and DELETE /api/incidents/{id}/actions/{action_id}. */
export const AnswerAnswer = Type.Object({
  success: Type.Literal(true),
  answer: Answer,
  action_id: Type.Integer({ description: 'to undo it' }),
});
export type AnswerAnswer = Static<typeof AnswerAnswer>;
