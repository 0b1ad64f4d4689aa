import type { Detection } from '@vedette/contract/detection';
import { localTime } from '../local-time.ts';

/** A list to select the detection that the page works on. */
export function DetectionChoices({
  detections,
  selected,
  onSelect,
}: {
  detections: readonly Detection[];
  selected: number | null;
  onSelect: (id: number) => void;
}) {
  if (detections.length === 0) return <p className="text-sm text-muted">No detections found</p>;
  return (
    <fieldset className="max-h-80 min-w-0 overflow-y-auto rounded-lg border border-line">
      <legend className="sr-only">Select a detection</legend>
      {detections.map(({ id, weapon_type, location, timestamp, threat_level }) => (
        <label
          key={id}
          className="flex cursor-pointer items-center gap-3 border-b border-line px-3 py-2 text-sm last:border-0 hover:bg-sunken has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="detection"
            value={id}
            checked={selected === id}
            onChange={() => onSelect(id)}
            className="size-4 shrink-0 accent-accent-solid"
          />
          <span className="min-w-0 grow">
            <span className="block truncate">
              <span className="tabular-nums">#{id}</span> <span className="font-medium">{weapon_type}</span>, level{' '}
              {threat_level}
            </span>
            <span className="block truncate text-xs text-muted">
              {location ?? 'Unknown'}, {localTime(timestamp)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
