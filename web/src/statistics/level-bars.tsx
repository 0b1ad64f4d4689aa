import type { StatsAnswer } from '@vedette/contract/detection';
import { DetectionBars } from './detection-bars.tsx';
import { historyWith } from './history-with.ts';

export function LevelBars({ counts }: { counts: StatsAnswer['by_threat_level'] }) {
  const bars = [
    { name: 'High', note: '8-10', value: counts.high, fill: 'fill-level-high', to: historyWith({ level: 'high' }) },
    {
      name: 'Medium',
      note: '5-7',
      value: counts.medium,
      fill: 'fill-level-medium',
      to: historyWith({ level: 'medium' }),
    },
    { name: 'Low', note: '1-4', value: counts.low, fill: 'fill-level-low', to: historyWith({ level: 'low' }) },
  ];
  return <DetectionBars title="Threat Levels" by="Threat level" bars={bars} />;
}
