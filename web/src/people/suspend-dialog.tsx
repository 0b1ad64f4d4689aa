import type { Person } from '@vedette/contract/person';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { useChangePerson } from './people.queries.ts';

type Props = { person: Person | null; onClose: () => void };

export function SuspendDialog({ person, onClose }: Props) {
  const change = useChangePerson();

  function confirm() {
    if (!person || change.isPending) return;
    change.mutate(
      { id: person.id, change: { suspended: true } },
      {
        onSuccess: () => notify.success(`${person.email} is suspended`),
        onError: (error) => notify.error(error.message),
        onSettled: onClose,
      },
    );
  }

  return (
    <ConfirmDialog
      open={person !== null}
      title={`Suspend ${person?.email ?? ''}?`}
      confirm="Suspend"
      busy={change.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      All sessions of this person end at once, all API tokens are revoked, and nobody can sign in to the account until
      you admit it again. What the person has done stays.
    </ConfirmDialog>
  );
}
