import type { ReturnFocus } from '../ui/dialogs/dialog.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';

export type Asking = 'close' | 'note' | null;

type Props = {
  asking: Asking;
  incidentId: number;
  returnFocus: ReturnFocus;
  /** @param closed whether the alarm was closed */
  onEnd: (closed: boolean) => void;
};

/** The dialog that asks for a verdict, or the one for a note. */
export function AnswerDialogs({ asking, ...rest }: Props) {
  if (asking === 'close') return <CloseDialog {...rest} />;
  return asking === 'note' && <NoteDialog {...rest} onEnd={() => rest.onEnd(false)} />;
}
