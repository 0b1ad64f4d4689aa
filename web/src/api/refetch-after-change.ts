import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Loads the shown queries again after something has changed on the server. A load that is running may have begun before
 * the change, and the library would take its answer for the new one: then they are loaded once more after it.
 */
export function refetchAfterChange(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const load = () => client.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false });
  return client.isFetching({ queryKey }) ? load().then(load) : load();
}
