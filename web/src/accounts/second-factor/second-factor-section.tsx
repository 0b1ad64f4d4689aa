import { Suspense } from 'react';
import { lazyPage } from '../../ui/pages/lazy-page.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { WithRecentLogin } from '../profile/use-recent-login.tsx';
import { readSecondFactors } from './second-factor.calls.ts';
import { useAnswer } from './use-answer.ts';

const SecondFactorSettings = lazyPage(
  () => import('./second-factor-settings.tsx').then((it) => it.SecondFactorSettings),
  'The second factor',
);

type Props = {
  factors: ReturnType<typeof useSecondFactors>;
  withRecentLogin: WithRecentLogin;
};

export function useSecondFactors() {
  return useAnswer(readSecondFactors);
}

/** The code of the settings is loaded apart, because only a team has them. */
export function SecondFactorSection(props: Props) {
  return (
    <Suspense fallback={<Skeleton className="min-h-40" />}>
      <SecondFactorSettings {...props} />
    </Suspense>
  );
}
