import { IconBrandGithub, IconBrandGoogle, IconKey } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { useAuth, useAuthExtras } from '../auth-context.ts';
import { useSecondFactor } from '../second-factor/use-second-factor.tsx';
import { usePublicConfig } from '../use-public-config.ts';

const GOOGLE = 'google';

/** Each button opens a window, and is busy while the window is open. */
export function SocialButtons({ onSignedIn }: { onSignedIn?: () => void }) {
  const { loginWithGoogle } = useAuth();
  const { loginWith } = useAuthExtras();
  const { withSecondFactor, dialog } = useSecondFactor();
  const issuers = usePublicConfig()?.social;
  const isGoogleMissing = issuers !== undefined && !issuers.some(({ id }) => id === GOOGLE);
  const noteId = useId();
  const [waitingFor, setWaitingFor] = useState<string>();

  async function signIn(name: string, open: () => Promise<unknown>) {
    setWaitingFor(name);
    try {
      await withSecondFactor(open);
      onSignedIn?.();
      await notify.success(`You've been logged in with ${name}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      await notify.error({ title: `Failed to log in with ${name}`, description: reason });
    } finally {
      setWaitingFor(undefined);
    }
  }

  return (
    <div className="grid gap-2">
      <Button
        variant="outline"
        className="h-11 w-full"
        busy={waitingFor === 'Google'}
        disabled={isGoogleMissing}
        aria-describedby={isGoogleMissing ? noteId : undefined}
        onClick={() => signIn('Google', loginWithGoogle)}
      >
        <IconBrandGoogle size="1.1rem" aria-hidden="true" />
        Continue with Google
      </Button>
      {isGoogleMissing && (
        <p id={noteId} className="text-center text-sm text-muted">
          Google is not set up on this server.
        </p>
      )}
      <Button variant="outline" className="h-11 w-full" disabled>
        <IconBrandGithub size="1.1rem" aria-hidden="true" />
        Continue with GitHub
      </Button>
      {issuers
        ?.filter(({ id }) => id !== GOOGLE)
        .map(({ id, name }) => (
          <Button
            key={id}
            variant="outline"
            className="h-11 w-full min-w-0"
            busy={waitingFor === name}
            onClick={() => signIn(name, () => loginWith(id))}
          >
            <IconKey size="1.1rem" className="shrink-0" aria-hidden="true" />
            <span className="truncate">Continue with {name}</span>
          </Button>
        ))}
      <p role="status" className="text-center text-sm text-muted empty:hidden">
        {waitingFor && `Waiting for the ${waitingFor} window …`}
      </p>
      {dialog}
    </div>
  );
}
