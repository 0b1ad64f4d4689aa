import { changeGroupRepeats, useGroupRepeats } from '../detections/group-repeats.ts';
import { classNames } from '../ui/class-names.ts';

/** Shows one card for each incident instead of each detection. */
export function GroupSwitch() {
  const on = useGroupRepeats();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      onClick={() => changeGroupRepeats(!on)}
      className="flex min-h-8 shrink-0 items-center gap-2 rounded-md px-1.5 text-sm text-muted hover:text-ink"
    >
      <span
        aria-hidden="true"
        style={{ width: '2.25rem' }}
        className={classNames(
          'flex rounded-full border p-0.5',
          on ? 'justify-end border-accent bg-accent-solid' : 'border-edge bg-surface',
        )}
      >
        <span className={classNames('size-4 rounded-full', on ? 'bg-white' : 'bg-edge')} />
      </span>
      Group repeats
    </button>
  );
}
