import { Card } from '../ui/card.tsx';
import { type Bar, BarTable } from '../ui/charts/bar-table.tsx';
import { formatCount } from '../ui/format-count.ts';

/** Detections grouped by one field. @param by the heading of the field's column, such as 'Weapon type' */
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
