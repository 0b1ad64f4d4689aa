import type { Answer } from '@vedette/contract/answer';
import { Badge } from '../ui/badge.tsx';
import { describeAnswer, stateOf } from './describe-answer.ts';

/** The state of a detection's incident in a list; nothing while it is open. */
export function AnswerBadge({ answer }: { answer: Answer | undefined }) {
  if (!answer || answer.state === 'open') return null;
  return (
    <Badge tone={answer.state === 'acknowledged' ? 'calm' : 'neutral'}>
      <span title={describeAnswer(answer)}>{stateOf(answer)}</span>
    </Badge>
  );
}
