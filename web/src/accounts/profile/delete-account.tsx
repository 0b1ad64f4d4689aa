import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { useAuth } from '../auth-context.ts';
import { notifyFailure } from '../sign-in/use-account-form.ts';
import type { WithRecentLogin } from './use-recent-login.tsx';

export function DeleteAccount({ withRecentLogin }: { withRecentLogin: WithRecentLogin }) {
  const { deleteAccount } = useAuth();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setAsking(false);
    setBusy(true);
    try {
      await withRecentLogin(deleteAccount);
      await notify.success({ description: 'Your account has been permanently deleted', long: true });
    } catch (error) {
      await notifyFailure(error, 'Failed to delete account');
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="danger-outline" busy={busy} onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      <ConfirmDialog
        open={asking}
        title="Delete your account?"
        confirm="Delete Account"
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        Your account is erased at once, and you are signed out everywhere. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
