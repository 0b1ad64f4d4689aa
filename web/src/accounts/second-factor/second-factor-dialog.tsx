import { useState } from 'react';
import { isRequestError } from '../../api/request.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { CurrentUser } from '../current-user.ts';
import { identityError } from '../identity/identity-error.ts';
import { CodeForm } from './code-form.tsx';
import { passkeysUnavailable } from './passkeys-available.ts';
import { finishSignIn, signInWithPasskey, waitingMethods } from './second-factor.calls.ts';
import { useAnswer } from './use-answer.ts';

type Props = { onPassed: (user: CurrentUser) => void; onGivenUp: (reason: unknown) => void };

/** Asks for the second factor of a sign-in whose first one was right. */
export function SecondFactorDialog({ onPassed, onGivenUp }: Props) {
  const { answer: methods, error, busy, reload } = useAnswer(waitingMethods);
  return (
    <Dialog
      open
      title="Second factor"
      description="Your account asks for more than the password. Confirm that it is you."
      onClose={() => onGivenUp(identityError('second-factor'))}
    >
      <div className="mt-5 grid gap-4">
        {error && (
          <Alert tone="danger">
            <p>{error.message}</p>
            <Button variant="outline" size="small" className="mt-2" busy={busy} onClick={() => void reload()}>
              Try Again
            </Button>
          </Alert>
        )}
        {!methods && !error && <p className="text-sm text-muted">Loading…</p>}
        {methods?.length === 0 && <Alert tone="danger">The sign-in took too long. Close this, and begin again.</Alert>}
        {methods && methods.length > 0 && <Ways methods={methods} onPassed={onPassed} onGivenUp={onGivenUp} />}
      </div>
    </Dialog>
  );
}

type WaysProps = Props & { methods: readonly ('authenticator' | 'passkey')[] };

function Ways({ methods, onPassed, onGivenUp }: WaysProps) {
  const hasApp = methods.includes('authenticator');
  const [byRecoveryCode, setByRecoveryCode] = useState(false);

  async function pass(signIn: () => Promise<CurrentUser>) {
    try {
      onPassed(await signIn());
    } catch (error) {
      // The password is asked for again.
      if (isRequestError(error) && error.code === 'SECOND_FACTOR_EXPIRED')
        onGivenUp(identityError('second-factor-expired'));
      else throw error;
    }
  }

  return (
    <>
      {hasApp && (
        <>
          <CodeForm
            key={String(byRecoveryCode)}
            kind={byRecoveryCode ? 'recovery' : 'app'}
            action="Continue"
            focused
            onSend={(code) => pass(() => finishSignIn(byRecoveryCode ? { recoveryCode: code } : { code }))}
          />
          <Button
            variant="quiet"
            size="small"
            className="justify-self-center text-accent!"
            onClick={() => setByRecoveryCode(!byRecoveryCode)}
          >
            {byRecoveryCode ? 'Use the authenticator app' : 'Use a recovery code'}
          </Button>
        </>
      )}
      {methods.includes('passkey') && <PasskeyWay onPass={pass} />}
    </>
  );
}

function PasskeyWay({ onPass }: { onPass: (signIn: () => Promise<CurrentUser>) => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(passkeysUnavailable);

  async function ask() {
    setBusy(true);
    setProblem(null);
    await onPass(() => signInWithPasskey({ secondFactor: true })).catch((error: Error) => setProblem(error.message));
    setBusy(false);
  }

  return (
    <>
      <Button
        variant="outline"
        className="h-11 w-full"
        busy={busy}
        disabled={passkeysUnavailable() !== null}
        onClick={() => void ask()}
      >
        Use a passkey
      </Button>
      {problem !== null && (
        <p role="alert" className="text-center text-sm text-muted">
          {problem}
        </p>
      )}
    </>
  );
}
