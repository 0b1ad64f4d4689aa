import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { useConnection } from '../live/live-context.ts';
import { shortCount } from '../ui/short-count.ts';

/** The tab's title begins with the number of active threats, or says that it is blind. Large numbers are cut: they do not fit and change too often. */
export function useTitlePrefix(): string {
  const threats = useSnapshot(({ counters }) => counters.activeThreats) ?? 0;
  const { phase } = useConnection();
  return `${threats > 0 ? `(${shortCount(threats)}) ` : ''}${phase === 'blind' || phase === 'ended' ? 'No updates · ' : ''}`;
}
