import type { RuleHours } from '@vedette/contract/escalation';
import { WEEKDAYS } from '@vedette/contract/escalation-words';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Choices } from './choices.tsx';
import { ListField } from './list-field.tsx';
import { type DraftRule, nextRung, withPart } from './policy-draft.ts';
import type { Known } from './receiver-fields.tsx';
import { RungFields } from './rung-fields.tsx';

type Props = { rule: DraftRule; number: number; known: Known; onChange: (rule: DraftRule | null) => void };

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const DAYS = WEEKDAYS.map((name, day) => ({ id: String(day), name }));
const ALWAYS: RuleHours = { weekdays: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00' };

export function RuleFields({ rule, number, known, onChange }: Props) {
  const { hours: _hours, locations: _locations, devices: _devices, ...always } = rule;
  const { hours, locations, devices } = rule;
  const set = (change: Partial<DraftRule>) => onChange({ ...rule, ...change });
  /** An empty condition is none. */
  const setList = (name: 'locations' | 'devices', values: string[]) => {
    const { [name]: _before, ...rest } = rule;
    onChange(values.length === 0 ? rest : { ...rest, [name]: values });
  };

  return (
    <Card className="flex flex-col gap-4 p-4">
      <h3 className="font-semibold">{`Rule ${number}`}</h3>
      <TextField
        label="Name"
        required
        maxLength={80}
        value={rule.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <SelectField
        label="From threat level"
        value={rule.min_level}
        onChange={({ target }) => set({ min_level: Number(target.value) })}
      >
        {LEVELS.map((level) => (
          <option key={level}>{level}</option>
        ))}
      </SelectField>
      <ListField
        label="Locations"
        hint="Separated by semicolons; empty for everywhere"
        values={locations ?? []}
        onChange={(values) => setList('locations', values)}
      />
      {known.devices.length > 0 && (
        <Choices
          legend="Devices (none chosen: all)"
          options={known.devices}
          chosen={devices ?? []}
          onChange={(values) => setList('devices', values)}
        />
      )}
      <SelectField
        label="When"
        value={hours === undefined ? 'always' : 'hours'}
        onChange={({ target }) =>
          onChange(target.value === 'always' ? { ...always, ...conditions(rule) } : { ...rule, hours: ALWAYS })
        }
      >
        <option value="always">At any time</option>
        <option value="hours">At certain hours</option>
      </SelectField>
      {hours && <HoursFields hours={hours} onChange={(changed) => set({ hours: changed })} />}
      {rule.rungs.map((rung, index) => (
        <RungFields
          key={rung.key}
          rung={rung}
          name={`Rung ${index + 1}`}
          known={known}
          onChange={(part) => set({ rungs: withPart(rule.rungs, { key: rung.key, part }) })}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" onClick={() => set({ rungs: [...rule.rungs, nextRung(rule.rungs)] })}>
          Add rung
        </Button>
        <Button variant="outline" size="small" onClick={() => onChange(null)}>
          Remove rule
        </Button>
      </div>
    </Card>
  );
}

function conditions({ locations, devices }: DraftRule) {
  return { ...(locations && { locations }), ...(devices && { devices }) };
}

function HoursFields({ hours, onChange }: { hours: RuleHours; onChange: (hours: RuleHours) => void }) {
  return (
    <>
      <Choices
        legend="Weekdays"
        options={DAYS}
        chosen={hours.weekdays.map(String)}
        onChange={(chosen) => onChange({ ...hours, weekdays: chosen.map(Number) })}
      />
      <TextField
        label="From"
        type="time"
        required
        value={hours.from}
        onChange={({ target }) => onChange({ ...hours, from: target.value })}
      />
      <TextField
        label="To"
        type="time"
        required
        hint="Earlier than the beginning: on the next day"
        value={hours.to}
        onChange={({ target }) => onChange({ ...hours, to: target.value })}
      />
    </>
  );
}
