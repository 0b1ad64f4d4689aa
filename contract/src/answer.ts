import Type, { type Static } from 'typebox';
import { MultilineText } from './text.ts';

const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const INCIDENT_STATES = ['open', 'acknowledged', 'closed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** What an alarm was. */
export const VERDICTS = ['real', 'false_alarm', 'drill', 'authorised_person', 'test'] as const;
export const Verdict = Type.Enum(VERDICTS);
export type Verdict = (typeof VERDICTS)[number];

/** The allowed moves. Everything else is refused with CONFLICT. */
export const MOVES = {
  acknowledge: { from: ['open'], to: 'acknowledged' },
  close: { from: ['open', 'acknowledged'], to: 'closed' },
  reopen: { from: ['acknowledged', 'closed'], to: 'open' },
} as const satisfies Record<string, { from: readonly IncidentState[]; to: IncidentState }>;
export type Move = keyof typeof MOVES;

export function isMoveAllowed(move: Move, from: IncidentState): boolean {
  return (MOVES[move].from as readonly IncidentState[]).includes(from);
}

/** An action can be undone by who did it, while it is the latest of its incident and not older. The page offers it for 5 s. */
export const UNDO_MAX_S = 30;
export const UNDO_OFFERED_S = 5;

export const NOTE_MAX = 2_000;

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
