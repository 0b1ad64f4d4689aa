import { formatCount } from '../detections/format.ts';
import { type Bar, BarTable } from '../ui/bar-table.tsx';
import { Card } from '../ui/card.tsx';

/** Detections by one of their facts. @param by the fact, as the heading of its column: 'Weapon type' */
export function DetectionBars({ title, by, bars }: { title: string; by: string; bars: readonly Bar[] }) {
  return (
    <Card className="p-4 sm:p-5">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <BarTable
        label={`Detections per ${by.toLowerCase()}`}
        headings={{ name: by, value: 'Detections', share: 'Share' }}
        bars={bars}
        format={formatCount}
      />
    </Card>
  );
}
