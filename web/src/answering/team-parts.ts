export { LastProven } from '../drills/last-proven.tsx';
export { ActionEntry } from './action-entry.tsx';
export { AnswerBadge } from './answer-badge.tsx';
export { AnswerBand } from './answer-band.tsx';
export { AnswerPanel } from './answer-panel.tsx';
export { describeAnswer, describeState } from './describe-answer.ts';
export { NoteForm } from './note-form.tsx';
export { TeamKeys } from './team-keys.tsx';
export { triageKeys } from './triage-keys.ts';
