import { useConnection } from '../live/live-context.ts';
import { useSnapshot } from './dashboard-store-context.ts';
import { type Freshness, judgeFreshness } from './freshness.ts';

export function useFreshness(): Freshness {
  const connection = useConnection();
  const loadedAt = useSnapshot((snapshot) => snapshot.loadedAt);
  const failure = useSnapshot((snapshot) => snapshot.failure) ?? null;
  return judgeFreshness(connection, loadedAt === undefined ? undefined : { loadedAt, failure });
}
