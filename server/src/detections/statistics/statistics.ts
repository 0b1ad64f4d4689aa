import type { StatsAnswer } from '@vedette/contract/detection';
import { LABELS_MAX, OTHER_LABEL } from '@vedette/contract/labels';
import { LAST_HOUR_MS } from '@vedette/contract/limits';
import { WEAPON_TYPES, weaponTypeKey } from '@vedette/contract/weapon-type';
import { isoTime } from '../detections.present.ts';
import { countActive, countBuckets } from '../detections.rules.ts';
import type { DetectionStore } from '../detections.store.ts';

/** All counts that screens show, from counters, without scanning the detections. */
/** @param options.team active threats are then the incidents that are not closed */
export function createStatistics(options: {
  store: DetectionStore;
  activeThreatLevel: number;
  team: boolean;
  now: () => number;
}) {
  const { store, activeThreatLevel, team, now } = options;
  const countAll = async () => (await store.counters('total')).get('') ?? 0;

  return {
    read: async (): Promise<StatsAnswer> => {
      const at = now();
      const { seq, total, byType, byLevel, lastHour, unclosed } = await store.statistics({
        since: at - LAST_HOUR_MS,
        now: at,
      });
      return {
        success: true,
        total,
        active_threats: team ? unclosed : countActive(byLevel, activeThreatLevel),
        last_hour: lastHour,
        by_weapon_type: Object.fromEntries(foldRareTypes(byType)),
        by_threat_level: countBuckets(byLevel),
        seq,
        timestamp: isoTime(at),
      };
    },
    countAll,
    countManual: async () => (await store.counters('manual')).get('') ?? 0,
    countActive: async () =>
      team ? store.countUnclosed() : countActive(await store.counters('level'), activeThreatLevel),
    /**
     * Counts labels that differ only in case together.
     * @param key lower case
     */
    countOfType: async (key: string) => {
      let count = 0;
      for (const [type, value] of await store.counters('type')) if (weaponTypeKey(type) === key) count += value;
      return count;
    },
  };
}

/** Counts the rarest weapon types beyond the maximum as 'other'; only databases of older versions hold so many. */
function foldRareTypes(byType: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const labels = [...byType].filter(([type]) => type !== OTHER_LABEL && !WEAPON_TYPES.some((known) => known === type));
  const surplus = labels.sort(([, a], [, b]) => b - a).slice(LABELS_MAX.weapon_type.inAll);
  if (surplus.length === 0) return byType;
  const kept = new Map(byType);
  for (const [type, count] of surplus) {
    kept.delete(type);
    kept.set(OTHER_LABEL, (kept.get(OTHER_LABEL) ?? 0) + count);
  }
  return kept;
}

export type StatisticsReader = ReturnType<typeof createStatistics>;
