import type { FacetsAnswer } from '@vedette/contract/history';
import { WEAPON_TYPES } from '@vedette/contract/weapon-type';
import { useMemo, useState } from 'react';
import { capitalized } from '../detections/format.ts';
import { ComboboxField, type Option } from '../ui/fields/combobox-field.tsx';
import { useFacets } from './history.queries.ts';
import { deviceOptions } from './history-filter.ts';

type Kind = 'weapon_types' | 'locations' | 'devices';
type Props = { kind: Kind; label: string; any: string; value: string | undefined; onChange: (value: string) => void };

/** A choice among the values of stored detections, searched on the server. */
export function HistoryChoice({ kind, label, any, value = '', onChange }: Props) {
  const [search, setSearch] = useState('');
  const { data, isFetching } = useFacets(search);
  // A link may name a device that is not among the loaded options.
  const { data: named } = useFacets(kind === 'devices' ? value : '');
  const options = optionsOf(kind, data);
  // It may also name a value that no longer exists.
  const { title } =
    [...options, ...optionsOf(kind, named)].find((option) => option.value === value) ??
    (kind === 'weapon_types' ? asWeapon(value) : asItself(value));
  // The object is memoised, because a new one would count as another choice and replace the typed text.
  const chosen = useMemo(() => (value === '' ? null : { value, title }), [value, title]);
  return (
    <ComboboxField
      label={label}
      any={any}
      chosen={chosen}
      options={options}
      status={statusOf({ found: options.length, more: data?.more[kind] ?? false, isFetching })}
      onSearch={(text) => setSearch(text.trim())}
      onChoose={onChange}
      className="min-w-0"
    />
  );
}

function optionsOf(kind: Kind, facets: FacetsAnswer | undefined): Option[] {
  if (kind === 'devices') return deviceOptions(facets?.devices ?? []);
  return (facets?.[kind] ?? (kind === 'weapon_types' ? WEAPON_TYPES : [])).map(
    kind === 'weapon_types' ? asWeapon : asItself,
  );
}

const asWeapon = (value: string): Option => ({ value, title: capitalized(value) });
const asItself = (value: string): Option => ({ value, title: value });

function statusOf({ found, more, isFetching }: { found: number; more: boolean; isFetching: boolean }): string | null {
  if (more) return 'There are more: type a part of the name';
  if (found > 0) return null;
  return isFetching ? 'Searching' : 'Nothing found';
}
