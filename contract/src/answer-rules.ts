export const INCIDENT_STATES = ['open', 'acknowledged', 'closed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** What an alarm was. */
export const VERDICTS = ['real', 'false_alarm', 'drill', 'authorised_person', 'test'] as const;
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
