import { useQuery } from '@tanstack/react-query';
import { loadPublicConfig } from '../api/public-config.ts';
import { HandoverPage } from '../handover/handover-page.tsx';
import { NotFoundPage } from '../site/not-found-page.tsx';

/** A page of teams; without TEAM there is none. */
export function HandoverRoute() {
  const { data } = useQuery({
    queryKey: ['public-config'],
    queryFn: loadPublicConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  return data.team ? <HandoverPage /> : <NotFoundPage />;
}
