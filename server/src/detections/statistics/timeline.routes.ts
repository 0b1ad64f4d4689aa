import { TimelineAnswer, TimelineQuery } from '@vedette/contract/timeline';
import type { Api } from '../../http/api.ts';
import { isoTime } from '../detections.present.ts';
import type { DetectionStore } from '../detections.store.ts';
import { timelineUntil } from './timeline.rules.ts';

/** The number of detections over time, from the counters of minutes and hours. */
export function timelineRoutes(api: Api, { store, now }: { store: DetectionStore; now: () => number }): void {
  api.get(
    '/api/detections/timeline',
    {
      config: { action: 'detections.read' },
      schema: { querystring: TimelineQuery, response: { 200: TimelineAnswer } },
    },
    async ({ query: { range } }) => {
      const { step, from, to } = timelineUntil(now(), range);
      const points = await store.countEach(step, { from, to });
      return {
        success: true as const,
        range,
        step,
        from: isoTime(from),
        to: isoTime(to),
        points: points.map(({ at, count }) => ({ at: isoTime(at), count })),
        timestamp: isoTime(now()),
      };
    },
  );
}
