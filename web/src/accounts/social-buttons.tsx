import { IconBrandGithub, IconBrandGoogle, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notify.ts';
import { useAuth, useAuthExtras } from './auth-context.ts';
import { useOtherIssuers } from './use-other-issuers.ts';

/** Each button opens a window, and is busy while the window is open. */
export function SocialButtons({ onSignedIn }: { onSignedIn?: () => void }) {
  const { loginWithGoogle } = useAuth();
  const { loginWith } = useAuthExtras();
  const issuers = useOtherIssuers();
  const [waitingFor, setWaitingFor] = useState<string>();

  async function signIn(name: string, open: () => Promise<unknown>) {
    setWaitingFor(name);
    try {
      await open();
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
        onClick={() => signIn('Google', loginWithGoogle)}
      >
        <IconBrandGoogle size="1.1rem" aria-hidden="true" />
        Continue with Google
      </Button>
      <Button variant="outline" className="h-11 w-full" disabled>
        <IconBrandGithub size="1.1rem" aria-hidden="true" />
        Continue with GitHub
      </Button>
      {issuers.map(({ id, name }) => (
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
    </div>
  );
}
