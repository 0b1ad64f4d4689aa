import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/pages/page-title.tsx';
import { useAuth, useAuthExtras } from '../auth-context.ts';
import { useRecentLogin } from '../profile/use-recent-login.tsx';
import { SecondFactorSection, useSecondFactors } from './second-factor-section.tsx';

/** Stands in for every page until a person whose role must have a second factor has set one up. */
export function SecondFactorPage({ onDone }: { onDone: () => void }) {
  const { logout } = useAuth();
  const { recheck } = useAuthExtras();
  const { withRecentLogin, dialog } = useRecentLogin();
  const factors = useSecondFactors();
  const { answer } = factors;
  const [busy, setBusy] = useState(false);
  const hasOne = answer !== undefined && (answer.authenticator || answer.passkeys.length > 0);

  async function goOn() {
    setBusy(true);
    await recheck();
    onDone();
  }

  return (
    <div className="page-width grid max-w-2xl! gap-5 py-8 sm:py-10">
      <PageTitle>Second factor · Vedette</PageTitle>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">Set up a second factor</h1>
        <p className="mt-1 text-muted">
          Your role needs one. Choose an authenticator app, a passkey, or both; then you go on to your pages.
        </p>
      </div>
      <Card className="p-5 sm:p-6">
        <h2 className="sr-only">Your second factors</h2>
        <SecondFactorSection factors={factors} withRecentLogin={withRecentLogin} />
      </Card>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={() => void logout()}>
          Log Out
        </Button>
        <Button busy={busy} disabled={!hasOne} onClick={() => void goOn()}>
          Continue
        </Button>
      </div>
      {dialog}
    </div>
  );
}
