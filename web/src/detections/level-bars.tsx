import type { StatsAnswer } from '@vedette/contract/detection';
import { BarTable } from '../ui/bar-table.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount } from './format.ts';

export function LevelBars({ counts }: { counts: StatsAnswer['by_threat_level'] }) {
  return (
    <Card className="p-4 sm:p-5">
      <h3 className="mb-2 font-semibold">Threat Levels</h3>
      <BarTable
        label="Detections per threat level"
        headings={{ name: 'Threat level', value: 'Detections', share: 'Share' }}
        bars={[
          { name: 'High', note: '8-10', value: counts.high, fill: 'fill-level-high' },
          { name: 'Medium', note: '5-7', value: counts.medium, fill: 'fill-level-medium' },
          { name: 'Low', note: '1-4', value: counts.low, fill: 'fill-level-low' },
        ]}
        format={formatCount}
      />
    </Card>
  );
}
