import { UNDO_OFFERED_S } from '@vedette/contract/answer-rules';
import { toast } from 'sonner';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/toasts/notify.ts';

type Offer = { id: string; undo: () => void };

/** What can be undone at this moment, the latest last. */
let offers: readonly Offer[] = [];
let made = 0;

/** Says what was done, with a button that undoes it. */
export function offerUndo({ title, description, undo }: { title: string; description: string; undo: () => void }) {
  made += 1;
  const id = `undo ${made}`;
  const forget = () => {
    offers = offers.filter((offer) => offer.id !== id);
  };
  const offer = { id, undo };
  offers = [...offers, offer];
  void notify.success({
    title,
    description,
    id,
    duration: UNDO_OFFERED_S * 1_000,
    onDismiss: forget,
    onAutoClose: forget,
    action: (
      <Button variant="outline" size="small" aria-keyshortcuts="z Control+Z" onClick={() => take(offer)}>
        Undo
      </Button>
    ),
  });
}

/** Undoes the latest action. @returns whether there was one */
export function undoLatest(): boolean {
  const latest = offers.at(-1);
  if (latest) take(latest);
  return latest !== undefined;
}

function take({ id, undo }: Offer) {
  if (!offers.some((offer) => offer.id === id)) return;
  offers = offers.filter((offer) => offer.id !== id);
  toast.dismiss(id);
  undo();
}
