import type { StatsAnswer } from '@vedette/contract/detection';
import { LAST_HOUR_MS } from '@vedette/contract/limits';
import { weaponTypeKey } from '@vedette/contract/weapon-type';
import { isoTime } from './detections.present.ts';
import { countActive, countBuckets } from './detections.rules.ts';
import type { DetectionStore } from './detections.store.ts';

/** Every count that a screen shows, from counters: none of them ever scans the detections. */
export function createStatistics(options: { store: DetectionStore; activeThreatLevel: number; now: () => number }) {
  const { store, activeThreatLevel, now } = options;
  const countAll = async () => (await store.counters('total')).get('') ?? 0;

  return {
    read: async (): Promise<StatsAnswer> => {
      const at = now();
      const { seq, total, byType, byLevel, lastHour } = await store.statistics({ since: at - LAST_HOUR_MS, now: at });
      return {
        success: true,
        total,
        active_threats: countActive(byLevel, activeThreatLevel),
        last_hour: lastHour,
        by_weapon_type: Object.fromEntries(byType),
        by_threat_level: countBuckets(byLevel),
        seq,
        timestamp: isoTime(at),
      };
    },
    countAll,
    countManual: async () => (await store.counters('manual')).get('') ?? 0,
    countActive: async () => countActive(await store.counters('level'), activeThreatLevel),
    /** Labels that differ only in case count together. @param key lower case */
    countOfType: async (key: string) => {
      let count = 0;
      for (const [type, value] of await store.counters('type')) if (weaponTypeKey(type) === key) count += value;
      return count;
    },
  };
}

export type StatisticsReader = ReturnType<typeof createStatistics>;
