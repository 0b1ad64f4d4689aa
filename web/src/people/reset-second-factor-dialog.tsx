import type { Person } from '@vedette/contract/person';
import { useRecentLogin } from '../accounts/profile/use-recent-login.tsx';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { useResetSecondFactor } from './people.queries.ts';

type Props = { person: Person | null; onClose: () => void };

export function ResetSecondFactorDialog({ person, onClose }: Props) {
  const reset = useResetSecondFactor();
  const { withRecentLogin, dialog } = useRecentLogin();

  async function confirm() {
    if (!person || reset.isPending) return;
    onClose();
    try {
      await withRecentLogin(async () => {
        await reset.mutateAsync(person.id);
      });
      await notify.success(`${person.email} signs in without a second factor now`);
    } catch (error) {
      if (error instanceof Error) await notify.error(error.message);
    }
  }

  return (
    <>
      <ConfirmDialog
        open={person !== null}
        title={`Reset the second factor of ${person?.email ?? ''}?`}
        confirm="Reset"
        busy={reset.isPending}
        onConfirm={() => void confirm()}
        onClose={onClose}
      >
        The authenticator app, the recovery codes and all passkeys no longer work, and all sessions end; API tokens go
        on. Make sure that it is this person who asks for it: from then on the password alone signs in.
      </ConfirmDialog>
      {dialog}
    </>
  );
}
