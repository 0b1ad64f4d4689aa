import { NOTE_MAX } from '@vedette/contract/answer-rules';
import { type FormEvent, type Ref, useState } from 'react';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { addNote } from './answering.ts';
import { usePending } from './use-pending.ts';

type Props = { incidentId: number; ref?: Ref<HTMLFormElement>; onAdded?: () => void };

/** A note on an incident. What was typed stays until it is stored. */
export function NoteForm({ incidentId, ref, onAdded }: Props) {
  const store = useDashboardStore();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const [pending, run] = usePending();

  function submit(event: FormEvent) {
    event.preventDefault();
    const text = note.trim();
    if (text === '') return setProblem('Write what should be remembered.');
    void run(async () => {
      if ((await addNote({ store, incidentId }, text)) !== 'done') return;
      setNote('');
      onAdded?.();
    });
  }

  return (
    <form ref={ref} noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        label="Note"
        name="note"
        maxLength={NOTE_MAX}
        style={{ minHeight: '5rem' }}
        value={note}
        problem={problem}
        onChange={({ target }) => {
          setNote(target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" variant="outline" size="small" busy={pending} className="justify-self-start">
        Add note
      </Button>
    </form>
  );
}
