import type { Receiver } from '@vedette/contract/escalation';
import { RUNG_MAX_S } from '@vedette/contract/limits';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { type DraftRung, newReceiver, withPart } from './policy-draft.ts';
import { type Known, ReceiverFields } from './receiver-fields.tsx';
import { TestButton } from './test-button.tsx';

type Props = { rung: DraftRung; name: string; known: Known; onChange: (rung: DraftRung | null) => void };

export function RungFields({ rung, name, known, onChange }: Props) {
  const { receivers } = rung;
  const setReceiver = (key: string, receiver: Receiver | null) =>
    onChange({
      ...rung,
      receivers: withPart(receivers, { key, part: receiver === null ? null : { key, receiver } }),
    });

  return (
    <fieldset className="flex flex-col gap-3 rounded-xl border border-line p-4">
      <legend className="px-3 text-sm font-medium">{name}</legend>
      <TextField
        label="Seconds without acknowledgement"
        type="number"
        required
        min={0}
        max={RUNG_MAX_S}
        value={Number.isNaN(rung.after_s) ? '' : rung.after_s}
        onChange={({ target }) => onChange({ ...rung, after_s: target.valueAsNumber })}
      />
      {receivers.map(({ key, receiver }, index) => (
        <fieldset key={key} className="flex flex-col gap-3 border-t border-line">
          <legend className="text-sm text-muted">{`${name}, receiver ${index + 1}`}</legend>
          <ReceiverFields receiver={receiver} known={known} onChange={(changed) => setReceiver(key, changed)} />
          <div className="flex flex-wrap gap-3">
            <TestButton receiver={receiver} testSound={known.testSound} />
            {receivers.length > 1 && (
              <Button variant="outline" size="small" onClick={() => setReceiver(key, null)}>
                Remove receiver
              </Button>
            )}
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="small"
          onClick={() => onChange({ ...rung, receivers: [...receivers, newReceiver()] })}
        >
          Add receiver
        </Button>
        <Button variant="outline" size="small" onClick={() => onChange(null)}>
          Remove rung
        </Button>
      </div>
    </fieldset>
  );
}
