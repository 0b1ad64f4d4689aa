import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { useConnection } from '../live/live-context.ts';
import { shortCount } from '../ui/short-count.ts';

/** The tab tells how many threats are active, and that it is blind. There is no room for large numbers, and a flood would have it drawn anew at every change. */
export function useTitlePrefix(): string {
  const threats = useSnapshot(({ counters }) => counters.activeThreats) ?? 0;
  const { phase } = useConnection();
  return `${threats > 0 ? `(${shortCount(threats)}) ` : ''}${phase === 'blind' || phase === 'ended' ? 'No updates · ' : ''}`;
}
