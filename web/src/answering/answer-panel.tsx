import { IconCheck } from '@tabler/icons-react';
import type { Answer } from '@vedette/contract/answer';
import { isMoveAllowed, type Move } from '@vedette/contract/answer-rules';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMay } from '../api/permissions.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { AnswerDialogs, type Asking } from './answer-dialogs.tsx';
import { acknowledge, noteOpened, reopen } from './answering.ts';
import { describeAnswer, verdictNames } from './describe-answer.ts';
import { EvidenceLink } from './evidence-link.tsx';
import { useTriageKeys } from './triage-keys.ts';
import { useAnswer } from './use-answer.ts';
import { usePending } from './use-pending.ts';

type Props = {
  incidentId: number;
  /** As it was loaded; undefined while nobody has answered. */
  loaded: Answer | undefined;
  /** Goes to the page's own field for notes; without it a dialog opens. */
  onNote?: () => void;
  /** The server has noted that somebody looks at it. */
  onOpened?: () => void;
};

/** Who has an incident, and what can be done with it. */
export function AnswerPanel({ incidentId, loaded, onNote, onOpened }: Props) {
  const store = useDashboardStore();
  const answer = useAnswer(incidentId, loaded);
  const state = answer?.state ?? 'open';
  const [asking, setAsking] = useState<Asking>(null);
  const [pending, run] = usePending();
  const panel = useRef<HTMLElement>(null);
  const closed = useRef(false);
  const of = { store, incidentId };
  const mayAnswer = useMay('incidents.answer');
  const can = (move: Move) => mayAnswer && isMoveAllowed(move, state);

  const opened = useEffectEvent(() => onOpened?.());
  useEffect(() => (mayAnswer ? noteOpened(incidentId, () => opened()) : undefined), [incidentId, mayAnswer]);

  const take = () => {
    if (can('acknowledge')) void run(() => acknowledge(of));
  };
  /** The pressed button is gone afterwards. */
  const giveBack = () =>
    run(async () => {
      const outcome = await reopen(of);
      if (outcome === 'done') panel.current?.focus();
    });
  const write = onNote ?? (() => setAsking('note'));

  useTriageKeys((key) => {
    if (key === 'a') take();
    else if (key === 'c' && can('close')) setAsking('close');
    else if (key === 'n' && mayAnswer) write();
    else return false;
    return true;
  }, panel);

  return (
    <section
      ref={panel}
      aria-label="Answer"
      tabIndex={-1}
      className={classNames(
        'grid content-start gap-3 rounded-xl border px-4 py-3 lg:p-4',
        state === 'open' ? 'border-line bg-canvas' : 'border-transparent bg-calm-soft text-calm-ink',
      )}
    >
      {!mayAnswer && state === 'open' && <p className="text-sm text-muted">Nobody has acknowledged this alarm.</p>}
      {mayAnswer && state !== 'closed' && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <label className="flex min-h-9 cursor-pointer items-center gap-3 text-sm font-medium">
            <input
              type="checkbox"
              checked={state === 'acknowledged'}
              onChange={() => (can('acknowledge') ? take() : void giveBack())}
              className="size-5 shrink-0 accent-accent-solid"
            />
            Acknowledge this threat
          </label>
          <Button
            size="small"
            aria-keyshortcuts="a"
            aria-disabled={!can('acknowledge') || undefined}
            busy={pending}
            className="grow"
            onClick={take}
          >
            {state === 'acknowledged' && <IconCheck size="1rem" stroke={2} aria-hidden="true" />}
            {state === 'acknowledged' ? 'Acknowledged' : 'Acknowledge'}
          </Button>
        </div>
      )}
      <div role="status" className="grid gap-1.5 text-sm wrap-anywhere empty:hidden">
        {answer && state !== 'open' && <p className="font-medium">{describeAnswer(answer)}</p>}
        {answer?.verdict && <p>{`Verdict: ${verdictNames[answer.verdict]}`}</p>}
        {answer?.note && <p className="whitespace-pre-wrap">{answer.note}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {can('close') && (
          <Button
            variant="outline"
            size="small"
            className="grow"
            aria-keyshortcuts="c"
            onClick={() => setAsking('close')}
          >
            Close alarm
          </Button>
        )}
        {can('reopen') && (
          <Button variant="outline" size="small" className="grow" busy={pending} onClick={() => void giveBack()}>
            Reopen
          </Button>
        )}
        {mayAnswer && !onNote && (
          <Button variant="outline" size="small" className="grow" aria-keyshortcuts="n" onClick={write}>
            Add note
          </Button>
        )}
        <EvidenceLink incidentId={incidentId} />
      </div>
      <AnswerDialogs
        asking={asking}
        incidentId={incidentId}
        returnFocus={() => {
          // The button that opened it is gone, and a second Enter must not press another one.
          if (closed.current) panel.current?.focus();
          return !closed.current;
        }}
        onEnd={(isClosed) => {
          closed.current = isClosed;
          setAsking(null);
        }}
      />
    </section>
  );
}
