import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { useAuthExtras } from '../auth-context.ts';
import type { CurrentUser } from '../current-user.ts';
import { type IdentityError, identityError } from '../identity/identity-error.ts';
import { useSecondFactor } from '../second-factor/use-second-factor.tsx';
import { usePublicConfig } from '../use-public-config.ts';

type Props = { user: CurrentUser; onSignedIn: () => void; onGivenUp: (reason: IdentityError) => void };

/** Opens the sign-in window again, for accounts with a social sign-in. */
export function SignInAgainButtons({ user, onSignedIn, onGivenUp }: Props) {
  const { loginWith } = useAuthExtras();
  const issuers = [
    { id: 'google', name: 'Google' },
    ...(usePublicConfig()?.social.filter(({ id }) => id !== 'google') ?? []),
  ];
  const { withSecondFactor, dialog } = useSecondFactor();
  const [waiting, setWaiting] = useState(false);
  const own = issuers.filter(({ id }) => user.providerData.some(({ providerId }) => providerId === id));

  async function signIn({ id, name }: { id: string; name: string }) {
    setWaiting(true);
    try {
      const { uid } = await withSecondFactor(() => loginWith(id));
      // The user may have signed in with another account in the window.
      if (uid === user.uid) onSignedIn();
      else onGivenUp(identityError('other-account'));
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      await notify.error({ title: `Failed to log in with ${name}`, description: reason });
    } finally {
      setWaiting(false);
    }
  }

  return (
    <>
      {own.map((issuer) => (
        <Button key={issuer.id} variant="outline" className="h-11 w-full" busy={waiting} onClick={() => signIn(issuer)}>
          Continue with {issuer.name}
        </Button>
      ))}
      {dialog}
    </>
  );
}
