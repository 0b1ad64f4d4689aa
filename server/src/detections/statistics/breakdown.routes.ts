import { BreakdownAnswer } from '@vedette/contract/breakdown';
import type { Api } from '../../http/api.ts';
import { cachedByEventNumber } from '../cached-by-event-number.ts';
import { isoTime } from '../detections.present.ts';
import type { DetectionStore } from '../detections.store.ts';
import type { NamedDevice } from '../facets.ts';
import { countsBySeries, presentShares } from './breakdown.rules.ts';
import { timelineUntil } from './timeline.rules.ts';

type Parts = {
  store: DetectionStore;
  /** The devices that are registered now. */
  registered: () => Promise<readonly NamedDevice[]>;
  /** The newest event: as long as it is the same, so are the series. */
  head: () => Promise<number>;
  now: () => number;
};

/** Who reported, where, and when which level was reported: from counters, so that every figure can be filtered by. */
export function breakdownRoutes(api: Api, { store, registered, head, now }: Parts): void {
  const readCounts = cachedByEventNumber(head, async () => countsBySeries(await store.counters('series')));
  api.get(
    '/api/detections/breakdown',
    { config: { action: 'detections.read' }, schema: { response: { 200: BreakdownAnswer } } },
    async () => {
      const { from, to } = timelineUntil(now(), 'day');
      const [counts, devices, hours] = await Promise.all([
        readCounts(),
        registered(),
        store.countLevelHours({ from, to }),
      ]);
      return {
        success: true as const,
        ...presentShares(counts, devices),
        from: isoTime(from),
        to: isoTime(to),
        hours: hours.map(({ at, level, count }) => ({ at: isoTime(at), level, count })),
      };
    },
  );
}
