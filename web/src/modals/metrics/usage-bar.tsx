import { classNames } from '../../ui/class-names.ts';
import { gradeUsage } from '../../view-parts/level-tones.ts';
import { describeReading, numberIn } from './metric-values.ts';

const fills = { red: 'bg-bar-red', orange: 'bg-bar-orange', yellow: 'bg-bar-yellow', green: 'bg-bar-green' } as const;

/** A bar for the usage of a resource. Text without a number has no bar. */
export function UsageBar({ label, value }: { label: string; value: unknown }) {
  const percent = numberIn(value);
  const shown = describeReading(value, '%');
  const grade = percent === null ? null : gradeUsage(percent);
  const filled = Math.min(100, Math.max(0, percent ?? 0));
  return (
    <div>
      <div className="flex justify-between gap-3 text-sm">
        <span>{label}</span>
        <span className="font-semibold tabular-nums">{shown}</span>
      </div>
      <div
        {...(percent === null
          ? { 'aria-hidden': true }
          : {
              role: 'progressbar',
              'aria-label': label,
              'aria-valuemin': 0,
              'aria-valuemax': 100,
              'aria-valuenow': filled,
              'aria-valuetext': shown,
            })}
        data-grade={grade ?? undefined}
        className="mt-1.5 h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        {grade && <div className={classNames('h-full rounded-full', fills[grade])} style={{ width: `${filled}%` }} />}
      </div>
    </div>
  );
}
