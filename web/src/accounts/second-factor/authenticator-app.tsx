import type { NewAuthenticatorAnswer } from '@vedette/contract/second-factor';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { type ChangeSecondFactor, notifyRefusal } from './change-second-factor.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from './second-factor.calls.ts';
import { SetUpAppDialog } from './set-up-app-dialog.tsx';

type Props = { isOn: boolean; codesLeft: number; isLast: boolean; change: ChangeSecondFactor };

export function AuthenticatorApp({ isOn, codesLeft, isLast, change }: Props) {
  const [begun, setBegun] = useState<NewAuthenticatorAnswer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asking, setAsking] = useState<'renew' | 'remove' | null>(null);
  const [busy, setBusy] = useState(false);

  async function run(action: () => Promise<unknown>) {
    setAsking(null);
    setBusy(true);
    await change(action).catch(notifyRefusal);
    setBusy(false);
  }

  const begin = () => run(async () => setBegun(await beginAuthenticator()));
  const renew = () => run(async () => setCodes(await renewRecoveryCodes()));
  const remove = () =>
    run(async () => {
      await removeAuthenticator();
      await notify.success('The authenticator app is turned off');
    });

  async function confirm(code: string) {
    await change(async () => {
      const recoveryCodes = await confirmAuthenticator(code);
      setBegun(null);
      setCodes(recoveryCodes);
    });
  }

  return (
    <section aria-labelledby="authenticator-app" className="grid gap-3">
      <h3 id="authenticator-app" className="flex flex-wrap items-center gap-2 text-sm font-medium">
        Authenticator app
        <Badge tone={isOn ? 'accent' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
      </h3>
      <p className="text-sm text-muted">
        {isOn
          ? `A sign-in asks for the code that the app shows. ${leftText(codesLeft)}`
          : 'An app on your phone shows a new code every 30 seconds. With it come recovery codes for the day that you lose the phone.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button variant="outline" busy={busy} onClick={() => setAsking('renew')}>
              New Recovery Codes
            </Button>
            <Button variant="danger-outline" busy={busy} disabled={isLast} onClick={() => setAsking('remove')}>
              Turn Off
            </Button>
          </>
        ) : (
          <Button variant="outline" busy={busy} onClick={() => void begin()}>
            Set Up
            <span className="sr-only"> an authenticator app</span>
          </Button>
        )}
      </div>
      {isOn && isLast && (
        <p className="text-sm text-muted">Your role needs a second factor. To turn this off, add a passkey first.</p>
      )}
      <ConfirmDialog
        open={asking === 'renew'}
        title="Make new recovery codes?"
        confirm="Make New Codes"
        onConfirm={() => void renew()}
        onClose={() => setAsking(null)}
      >
        The ones that you have no longer work.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'remove'}
        title="Turn off the authenticator app?"
        confirm="Turn Off"
        onConfirm={() => void remove()}
        onClose={() => setAsking(null)}
      >
        The app's codes and your recovery codes no longer work. Without a passkey, the password alone signs you in.
      </ConfirmDialog>
      {begun && <SetUpAppDialog {...begun} onCode={confirm} onClose={() => setBegun(null)} />}
      {codes && <RecoveryCodesDialog codes={codes} onDone={() => setCodes(null)} />}
    </section>
  );
}

function leftText(count: number): string {
  if (count === 0) return 'You have no recovery codes left.';
  return count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`;
}
