import type { Answer } from '@vedette/contract/answer';
import { Badge } from '../ui/badge.tsx';
import { describeAnswer, describeState } from './describe-answer.ts';

/** The state of a detection's incident in a list; nothing while it is open. */
export function AnswerBadge({ answer, className = '' }: { answer: Answer | undefined; className?: string }) {
  if (!answer || answer.state === 'open') return null;
  return (
    <Badge tone={answer.state === 'acknowledged' ? 'calm' : 'neutral'} className={className}>
      <span title={describeAnswer(answer)}>{describeState(answer)}</span>
    </Badge>
  );
}
