import { useAuth } from '../accounts/auth-context.ts';
import { usePublicConfig } from '../accounts/use-public-config.ts';
import { PeoplePage } from '../people/people-page.tsx';
import { NotFoundPage } from '../site/not-found-page.tsx';

export function PeopleRoute() {
  const config = usePublicConfig();
  const { currentUser } = useAuth();
  if (config === null) return null;
  return config.team ? (
    <PeoplePage ownId={currentUser?.uid ?? ''} invites={config.identity === 'embedded'} />
  ) : (
    <NotFoundPage />
  );
}
