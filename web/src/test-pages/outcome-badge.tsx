import { Badge, type BadgeTone } from '../ui/badge.tsx';

export type Outcome = 'waiting' | 'running' | 'passed' | 'failed';

const looks: Record<Outcome, { tone: BadgeTone; text: string }> = {
  waiting: { tone: 'neutral', text: 'Not run' },
  running: { tone: 'accent', text: 'Running …' },
  passed: { tone: 'calm', text: 'Passed' },
  failed: { tone: 'danger', text: 'Failed' },
};

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { tone, text } = looks[outcome];
  return <Badge tone={tone}>{text}</Badge>;
}

/** The state of a query or a mutation. */
export function outcomeOf(call: {
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  isIdle?: boolean;
}): Outcome {
  if (call.isIdle) return 'waiting';
  if (call.isPending) return 'running';
  return call.isError ? 'failed' : 'passed';
}
