import { MANUAL_CONFIDENCE_DEFAULT } from '@vedette/contract/limits';
import { WEAPON_TYPES } from '@vedette/contract/weapon-type';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { CallFailed } from '../call-failed.tsx';
import { Panel } from '../panel.tsx';
import { useCreateManualDetection } from './detections.queries.ts';
import { manualDetection } from './forms.rules.ts';

export function ManualForm() {
  const create = useCreateManualDetection();
  const [missing, setMissing] = useState({ type: false, location: false });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const detection = manualDetection(new FormData(form));
    const { object_type, location } = detection;
    setMissing({ type: object_type === '', location: location === '' });
    if (object_type === '' || location === '') return notify.error('Please fill in weapon type and location');
    if (create.isPending) return;
    create.mutate(detection, {
      onSuccess({ detection_id }) {
        form.reset();
        notify.success(`Manual detection ${detection_id} created`);
      },
      onError: () => notify.error('Failed to create manual detection'),
    });
  }

  return (
    <Panel title="Create a manual detection">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField label="Weapon Type" name="object_type" problem={missing.type ? 'Choose a type' : undefined}>
          <option value="">Choose a type</option>
          {WEAPON_TYPES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <TextField
          label="Confidence"
          name="confidence"
          type="number"
          min={0}
          max={1}
          step={0.05}
          defaultValue={MANUAL_CONFIDENCE_DEFAULT}
        />
        <TextField label="Location" name="location" problem={missing.location ? 'Say where' : undefined} />
        <TextField label="Officer Name" name="officer_name" autoComplete="off" />
        <TextField label="Description" name="description" className="sm:col-span-2" />
        {create.error && <CallFailed error={create.error} className="sm:col-span-2" />}
        <Button type="submit" busy={create.isPending} className="justify-self-start">
          Create Detection
        </Button>
      </form>
    </Panel>
  );
}
