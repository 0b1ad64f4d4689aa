import { LOCATION_MAX } from '@vedette/contract/limits';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { type Choice, type Order, orders } from './shown-devices.ts';

type Props = {
  choice: Choice;
  counts: { all: number; quiet: number; shown: number };
  onChoose: (choice: Choice) => void;
};

export function DeviceFilters({ choice, counts, onChoose }: Props) {
  return (
    <search aria-label="Devices" className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Search"
          type="search"
          value={choice.search}
          maxLength={LOCATION_MAX}
          placeholder="Name or location"
          autoComplete="off"
          onChange={(event) => onChoose({ ...choice, search: event.target.value })}
        />
        <SelectField
          label="Sort by"
          value={choice.order}
          onChange={(event) => onChoose({ ...choice, order: event.target.value as Order })}
        >
          {Object.entries(orders).map(([order, title]) => (
            <option key={order} value={order}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted tabular-nums">
          {countsText(counts)}
        </p>
        <Button
          variant={choice.quiet ? 'primary' : 'outline'}
          size="small"
          aria-pressed={choice.quiet}
          title="No report in the last 5 minutes, or none yet"
          onClick={() => onChoose({ ...choice, quiet: !choice.quiet })}
        >
          Quiet only
        </Button>
      </div>
    </search>
  );
}

function countsText({ all, quiet, shown }: Props['counts']): string {
  const devices = all === 1 ? '1 device' : `${formatCount(all)} devices`;
  const some = shown === all ? '' : `, ${formatCount(shown)} shown`;
  return `${devices}, ${formatCount(quiet)} quiet (no report for 5 minutes)${some}`;
}
