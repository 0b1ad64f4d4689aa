import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import type { Option } from '../ui/fields/combobox-field.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { useFacets } from './history.queries.ts';
import { HistoryChoice } from './history-choice.tsx';
import { type ChosenFilter, periods } from './history-filter.ts';
import { HistoryPeriod } from './history-period.tsx';
import { HistoryTextField } from './history-text-field.tsx';

const levels: Option[] = [
  { value: 'high', title: 'High 8-10' },
  { value: 'medium', title: 'Medium 5-7' },
  { value: 'low', title: 'Low 1-4' },
];
const times: Option[] = [
  ...Object.entries(periods).map(([value, { title }]) => ({ value, title })),
  { value: 'custom', title: 'From … to …' },
];

type Props = { chosen: ChosenFilter; onChoose: (chosen: ChosenFilter) => void };

/** Small screens show only the text field until the filters are opened. */
export function HistoryFilters({ chosen, onChoose }: Props) {
  const { isError, refetch } = useFacets('');
  const [open, setOpen] = useState(false);
  const panel = useId();
  const others = Object.keys(chosen).filter((name) => name !== 'text').length;

  function set(name: keyof ChosenFilter, value: string) {
    const { [name]: _, ...rest } = chosen;
    onChoose(value === '' ? rest : { ...rest, [name]: value });
  }

  return (
    <Card
      role="search"
      aria-label="Filters"
      className="grid gap-3 p-3 sm:grid-cols-2 sm:p-4 lg:grid-cols-3 xl:grid-cols-6"
    >
      <HistoryTextField value={chosen.text ?? ''} onChange={(text) => set('text', text)} />
      <Button
        variant="outline"
        className="sm:hidden"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        {others > 0 ? `More filters (${others} set)` : 'More filters'}
      </Button>
      <div id={panel} className={classNames('contents', !open && 'max-sm:hidden')}>
        <HistoryChoice
          kind="weapon_types"
          label="Weapon type"
          any="Any type"
          value={chosen.weapon_type}
          onChange={(value) => set('weapon_type', value)}
        />
        <Choice
          label="Threat level"
          any="Any level"
          choices={levels}
          value={chosen.level}
          onChange={(value) => set('level', value)}
        />
        <HistoryChoice
          kind="devices"
          label="Device"
          any="Any device"
          value={chosen.device_id}
          onChange={(value) => set('device_id', value)}
        />
        <HistoryChoice
          kind="locations"
          label="Location"
          any="Any location"
          value={chosen.location}
          onChange={(value) => set('location', value)}
        />
        <Choice
          label="Time"
          any="Any time"
          choices={times}
          value={chosen.period}
          onChange={(value) => set('period', value)}
        />
        {chosen.period === 'custom' && <HistoryPeriod from={chosen.from} to={chosen.to} onChange={set} />}
      </div>
      {isError && (
        <p role="alert" className="col-span-full flex items-center gap-3 text-sm text-danger-ink">
          The devices and locations to choose from could not be loaded.
          <Button variant="outline" size="small" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
    </Card>
  );
}

type ChoiceProps = {
  label: string;
  any: string;
  value: string | undefined;
  choices: readonly Option[];
  onChange: (value: string) => void;
};

function Choice({ label, any, value = '', choices, onChange }: ChoiceProps) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)} className="min-w-0">
      <option value="">{any}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ))}
    </SelectField>
  );
}
