import type { Person } from '@vedette/contract/person';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { useResetSecondFactor } from './people.queries.ts';

type Props = { person: Person | null; onClose: () => void };

export function ResetSecondFactorDialog({ person, onClose }: Props) {
  const reset = useResetSecondFactor();

  function confirm() {
    if (!person || reset.isPending) return;
    reset.mutate(person.id, {
      onSuccess: () => notify.success(`${person.email} signs in without a second factor now`),
      onError: (error) => notify.error(error.message),
      onSettled: onClose,
    });
  }

  return (
    <ConfirmDialog
      open={person !== null}
      title={`Reset the second factor of ${person?.email ?? ''}?`}
      confirm="Reset"
      busy={reset.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      The authenticator app, the recovery codes and all passkeys no longer work, and all sessions end. Make sure that it
      is this person who asks for it: from then on the password alone signs in.
    </ConfirmDialog>
  );
}
