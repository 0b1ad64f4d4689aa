import { type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from '../../ui/pages/error-boundary.tsx';
import { lazyPage } from '../../ui/pages/lazy-page.ts';
import { useAuthExtras } from '../auth-context.ts';
import type { CurrentUser } from '../current-user.ts';
import { identityError, isIdentityError } from '../identity/identity-error.ts';

const SecondFactorDialog = lazyPage(() => import('./second-factor-dialog.tsx').then((it) => it.SecondFactorDialog));

type Question = { answer: (user: CurrentUser) => void; refuse: (reason: unknown) => void };

/** Runs a sign-in. When the account has a second factor, it asks for that, and is done when the session has begun. */
export function useSecondFactor() {
  const { loginBy } = useAuthExtras();
  const [question, setQuestion] = useState<Question | null>(null);

  async function withSecondFactor<Done>(signIn: () => Promise<Done>): Promise<Done | CurrentUser> {
    try {
      return await signIn();
    } catch (unfinished) {
      if (!isIdentityError(unfinished, 'second-factor')) throw unfinished;
      const finished = new Promise<CurrentUser>((answer, refuse) => setQuestion({ answer, refuse }));
      try {
        return await loginBy(() => finished);
      } finally {
        setQuestion(null);
      }
    }
  }

  function refuseWithoutCode() {
    SecondFactorDialog.renew();
    question?.refuse(identityError('unreachable'));
  }

  const dialog: ReactNode = question && (
    <ErrorBoundary resetKey="second factor" fallback={() => null} onError={refuseWithoutCode}>
      <Suspense>
        <SecondFactorDialog onPassed={question.answer} onGivenUp={question.refuse} />
      </Suspense>
    </ErrorBoundary>
  );
  return { withSecondFactor, dialog };
}
