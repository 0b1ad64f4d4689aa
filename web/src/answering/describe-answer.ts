import type { Answer, Verdict } from '@vedette/contract/answer';
import { momentOf } from '../ui/moment.ts';

export const verdictNames: Record<Verdict, string> = {
  real: 'Real',
  false_alarm: 'False alarm',
  drill: 'Drill',
  authorised_person: 'Authorised person',
  test: 'Test',
};

/** Who has an incident, or how it ended; an empty text while it is open. */
export function describeAnswer(answer: Answer): string {
  switch (answer.state) {
    case 'open':
      return '';
    case 'acknowledged':
      return `Acknowledged${by(answer.acknowledged_by)}${at(answer.acknowledged_at)}`;
    case 'closed':
      return `Closed${by(answer.closed_by)}${at(answer.closed_at)}`;
  }
}

/** The same in two or three words. */
export function describeState({ state, verdict }: Answer): string {
  if (state === 'closed') return verdict ? `Closed: ${verdictNames[verdict]}` : 'Closed';
  return state === 'acknowledged' ? 'Acknowledged' : '';
}

function by(name: string | null): string {
  return name === null ? '' : ` by ${name}`;
}

function at(time: string | null): string {
  return time === null ? '' : `, ${momentOf(time)}`;
}
