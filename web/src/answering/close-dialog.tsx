import type { Verdict } from '@vedette/contract/answer';
import { NOTE_MAX, VERDICTS } from '@vedette/contract/answer-rules';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, type ReturnFocus } from '../ui/dialogs/dialog.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { addNote, closeAlarm, type Outcome } from './answering.ts';
import { verdictNames } from './describe-answer.ts';
import { usePending } from './use-pending.ts';

type Props = {
  incidentId: number;
  returnFocus: ReturnFocus;
  /** @param closed whether the alarm was closed, not only the dialog */
  onEnd: (closed: boolean) => void;
};

/** Asks what the alarm was. When somebody else was faster it stays, and what was written can be kept as a note. */
export function CloseDialog({ incidentId, returnFocus, onEnd }: Props) {
  const store = useDashboardStore();
  const form = useRef<HTMLFormElement>(null);
  const [verdict, setVerdict] = useState<Verdict>();
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [refused, setRefused] = useState(false);
  const [pending, run] = usePending();
  const problemId = useId();
  const text = note.trim();

  function send(action: () => Promise<Outcome>, closed: boolean) {
    void run(async () => {
      const outcome = await action();
      if (outcome === 'done') onEnd(closed);
      else setRefused(outcome === 'refused');
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (verdict) return send(() => closeAlarm({ store, incidentId }, { verdict, note: text }), true);
    setMissing(true);
    form.current?.querySelector('input')?.focus();
  }

  return (
    <Dialog open title="Close Alarm" returnFocus={returnFocus} onClose={() => onEnd(false)}>
      <form ref={form} noValidate onSubmit={submit} className="mt-4 grid gap-4">
        <fieldset aria-describedby={missing ? problemId : undefined} className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">What was it?</legend>
          {VERDICTS.map((it) => (
            <label key={it} className="flex min-h-8 items-center gap-3 text-sm">
              <input
                type="radio"
                name="verdict"
                value={it}
                checked={it === verdict}
                className="size-4 accent-accent-solid"
                onChange={() => {
                  setVerdict(it);
                  setMissing(false);
                }}
              />
              {verdictNames[it]}
            </label>
          ))}
          {missing && (
            <p id={problemId} role="alert" className="text-sm text-danger-ink">
              Choose what it was.
            </p>
          )}
        </fieldset>
        <TextArea
          label="Note (optional)"
          name="note"
          maxLength={NOTE_MAX}
          style={{ minHeight: '5rem' }}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          {refused && text !== '' && (
            <Button
              variant="outline"
              busy={pending}
              onClick={() => send(() => addNote({ store, incidentId }, text), false)}
            >
              Keep as note
            </Button>
          )}
          <Button variant="outline" onClick={() => onEnd(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={pending}>
            Close alarm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
