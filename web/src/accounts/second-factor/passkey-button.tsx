import { IconFingerprint } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { useAuthExtras } from '../auth-context.ts';
import { usePublicConfig } from '../use-public-config.ts';
import { passkeysUnavailable } from './passkeys-available.ts';

/** Signs in without a password. Only a team's own accounts have passkeys. */
export function PasskeyButton({ onSignedIn }: { onSignedIn?: () => void }) {
  const { loginBy } = useAuthExtras();
  const config = usePublicConfig();
  const [busy, setBusy] = useState(false);
  const noteId = useId();
  if (config?.team !== true || config.identity !== 'embedded') return null;
  const reason = passkeysUnavailable();

  async function signIn() {
    setBusy(true);
    try {
      await loginBy(async () => {
        const { signInWithPasskey } = await import('./second-factor.calls.ts');
        return signInWithPasskey({ secondFactor: false });
      });
      onSignedIn?.();
      await notify.success("You've been logged in");
    } catch (error) {
      const description = error instanceof Error ? error.message : '';
      await notify.error({ title: 'Failed to log in with a passkey', description });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-2">
      <Button
        variant="outline"
        className="h-11 w-full"
        busy={busy}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : noteId}
        onClick={() => void signIn()}
      >
        <IconFingerprint size="1.1rem" aria-hidden="true" />
        Sign in with a passkey
      </Button>
      {reason !== null && (
        <p id={noteId} className="text-center text-sm text-muted">
          {reason}
        </p>
      )}
    </div>
  );
}
