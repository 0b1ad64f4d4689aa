import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { useAuth, useAuthExtras } from '../auth-context.ts';
import { isIdentityError } from '../identity/identity-error.ts';

/** Shows whether the address is verified, and sends the verification mail again. */
export function EmailVerification() {
  const { currentUser } = useAuth();
  const { sendVerification } = useAuthExtras();
  const [busy, setBusy] = useState(false);
  if (!currentUser) return null;
  const { email, emailVerified } = currentUser;

  async function send() {
    setBusy(true);
    try {
      await sendVerification();
      await notify.success(`Verification email sent to ${email}`);
    } catch (error) {
      const reason = isIdentityError(error) ? error.message : '';
      await notify.error({ title: 'Failed to send the verification email', description: reason });
    } finally {
      setBusy(false);
    }
  }

  if (emailVerified) {
    return (
      <Badge tone="calm" className="mt-3">
        <IconCheck size="0.9rem" aria-hidden="true" />
        Address verified
      </Badge>
    );
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Badge tone="caution">
        <IconAlertTriangle size="0.9rem" aria-hidden="true" />
        Address not verified
      </Badge>
      <span className="text-sm text-muted">We mailed you a link.</span>
      <Button variant="outline" size="small" busy={busy} onClick={send}>
        Send Again
      </Button>
    </div>
  );
}
