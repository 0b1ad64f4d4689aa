import { WEAPON_TYPES } from '@vedette/contract/weapon-type';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { SelectField } from '../ui/select-field.tsx';
import { useFacets } from './history.queries.ts';
import { type ChosenFilter, deviceOptions, periods } from './history-filter.ts';
import { HistoryPeriod } from './history-period.tsx';
import { HistoryTextField } from './history-text-field.tsx';

type Option = { value: string; title: string };

const levels: Option[] = [
  { value: 'high', title: 'High 8-10' },
  { value: 'medium', title: 'Medium 5-7' },
  { value: 'low', title: 'Low 1-4' },
];
const times: Option[] = [
  ...Object.entries(periods).map(([value, { title }]) => ({ value, title })),
  { value: 'custom', title: 'From … to …' },
];
const asItself = (value: string): Option => ({ value, title: value });

type Props = { chosen: ChosenFilter; onChoose: (chosen: ChosenFilter) => void };

/** Small screens show the text only, until more is asked for. */
export function HistoryFilters({ chosen, onChoose }: Props) {
  const { data: facets, isError, refetch } = useFacets();
  const [open, setOpen] = useState(false);
  const panel = useId();
  const others = Object.keys(chosen).filter((name) => name !== 'text').length;

  function set(name: keyof ChosenFilter, value: string) {
    const { [name]: _, ...rest } = chosen;
    onChoose(value === '' ? rest : { ...rest, [name]: value });
  }

  const weaponTypes = facets?.weapon_types ?? WEAPON_TYPES;
  const devices = deviceOptions(facets?.devices ?? []);
  const filters = [
    { name: 'weapon_type', label: 'Weapon type', any: 'Any type', choices: weaponTypes.map(asItself) },
    { name: 'level', label: 'Threat level', any: 'Any level', choices: levels },
    { name: 'device_id', label: 'Device', any: 'Any device', choices: devices },
    { name: 'location', label: 'Location', any: 'Any location', choices: (facets?.locations ?? []).map(asItself) },
    { name: 'period', label: 'Time', any: 'Any time', choices: times },
  ] as const;
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
        {filters.map(({ name, ...filter }) => (
          <Choice key={name} {...filter} value={chosen[name]} onChange={(value) => set(name, value)} />
        ))}
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
  const known = value === '' || choices.some((choice) => choice.value === value);
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)} className="min-w-0">
      <option value="">{any}</option>
      {/* A link may ask for what is not to be chosen any more. */}
      {!known && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ))}
    </SelectField>
  );
}
