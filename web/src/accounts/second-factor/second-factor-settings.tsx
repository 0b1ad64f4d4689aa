import type { SecondFactorAnswer } from '@vedette/contract/second-factor';
import { PageLoadFailed } from '../../ui/pages/page-load-failed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { WithRecentLogin } from '../profile/use-recent-login.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { Passkeys } from './passkeys.tsx';
import type { Loaded } from './use-answer.ts';

type Props = { factors: Loaded<SecondFactorAnswer>; withRecentLogin: WithRecentLogin };

/** The signed-in person's authenticator app, recovery codes and passkeys. */
export function SecondFactorSettings({ factors, withRecentLogin }: Props) {
  const { answer, error, busy, reload } = factors;
  const change = async (action: () => Promise<unknown>) => {
    try {
      await withRecentLogin(async () => void (await action()));
    } finally {
      await reload();
    }
  };

  if (!answer && error) {
    return (
      <PageLoadFailed
        title="Your second factors could not be loaded"
        reason={error.message}
        busy={busy}
        onRetry={() => void reload()}
      />
    );
  }
  if (!answer) {
    return (
      <div aria-busy="true">
        <Skeleton className="min-h-40" />
        <p className="sr-only">Loading your second factors</p>
      </div>
    );
  }
  const { authenticator, recovery_codes_left: codesLeft, passkeys } = answer;
  const isLast = answer.required && Number(authenticator) + passkeys.length === 1;
  return (
    <div className="grid gap-6">
      <AuthenticatorApp isOn={authenticator} codesLeft={codesLeft} isLast={isLast} change={change} />
      <Passkeys passkeys={passkeys} isLast={isLast} change={change} />
    </div>
  );
}
