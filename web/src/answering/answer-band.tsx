import { IconCheck } from '@tabler/icons-react';
import type { Answer } from '@vedette/contract/answer';
import { describeAnswer } from './describe-answer.ts';

/** Over the picture of a card: who has its incident, and since when. */
export function AnswerBand({ answer }: { answer: Answer }) {
  const text = describeAnswer(answer);
  if (text === '') return null;
  return (
    <p className="absolute top-0 left-0 flex w-full items-start gap-1.5 bg-calm-soft px-3 sm:rounded-lg py-1.5 text-xs font-semibold text-calm-ink wrap-anywhere tabular-nums">
      <IconCheck size="1rem" stroke={2} className="shrink-0" aria-hidden="true" />
      {text}
    </p>
  );
}
