import { AUDIT_GROUPS, type AuditGroup } from '@vedette/contract/audit-kinds';
import { Card } from '../ui/card.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { type ChosenFilter, filterIn } from './audit-filter.ts';
import { PersonField } from './person-field.tsx';

const groupTitles: Record<AuditGroup, string> = {
  'sign-ins': 'Signing in and out',
  accounts: 'Accounts and API tokens',
  devices: 'Devices and drills',
  incidents: 'Incidents',
  deletions: 'Deletions',
  exports: 'Exports and hand-overs',
  settings: 'Settings',
  upkeep: 'The log itself',
};

type Props = { chosen: ChosenFilter; onChoose: (chosen: ChosenFilter) => void };

export function AuditFilters({ chosen, onChoose }: Props) {
  const { kind, actor, from, to } = chosen;
  const backwards = from !== '' && to !== '' && from > to;
  const days = { type: 'date', autoComplete: 'off', className: 'min-w-0' } as const;
  return (
    <Card role="search" aria-label="Filters" className="grid gap-3 p-3 sm:grid-cols-2 sm:p-4 lg:grid-cols-4">
      <SelectField
        label="What"
        value={kind}
        className="min-w-0"
        onChange={({ target }) => onChoose(filterIn(new URLSearchParams({ ...chosen, kind: target.value })))}
      >
        <option value="">Everything</option>
        {AUDIT_GROUPS.map((group) => (
          <option key={group} value={group}>
            {groupTitles[group]}
          </option>
        ))}
      </SelectField>
      <PersonField value={actor} onChoose={(person) => onChoose({ ...chosen, actor: person })} />
      <TextField
        {...days}
        label="From"
        value={from}
        onChange={({ target }) => onChoose({ ...chosen, from: target.value })}
      />
      <TextField
        {...days}
        label="To"
        value={to}
        problem={backwards ? 'It ends before it begins' : undefined}
        onChange={({ target }) => onChoose({ ...chosen, to: target.value })}
      />
    </Card>
  );
}
