import { HandoverPage } from '../handover/handover-page.tsx';
import { NotFoundPage } from '../site/not-found-page.tsx';
import { useIsTeam } from './use-is-team.ts';

/** A page of teams; without TEAM there is none. */
export function HandoverRoute() {
  const isTeam = useIsTeam();
  if (isTeam === undefined) return null;
  return isTeam ? <HandoverPage /> : <NotFoundPage />;
}
