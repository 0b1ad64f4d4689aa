import { Dialog, type ReturnFocus } from '../ui/dialogs/dialog.tsx';
import { NoteForm } from './note-form.tsx';

type Props = { incidentId: number; returnFocus: ReturnFocus; onEnd: () => void };

export function NoteDialog({ incidentId, returnFocus, onEnd }: Props) {
  return (
    <Dialog open title="Add Note" returnFocus={returnFocus} onClose={onEnd}>
      <div className="mt-4">
        <NoteForm incidentId={incidentId} onAdded={onEnd} />
      </div>
    </Dialog>
  );
}
