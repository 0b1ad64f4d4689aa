import { useQuery } from '@tanstack/react-query';
import { loadPublicConfig } from '../api/public-config.ts';

/** Whether the server is a team's; undefined until it has said so. */
export function useIsTeam(): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['public-config'],
    queryFn: loadPublicConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.team;
}
