import type { Device } from '@vedette/contract/device';
import { DEVICE_NAME_MAX, LOCATION_MAX } from '@vedette/contract/limits';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';

export type DeviceWords = Pick<Device, 'name' | 'location'>;

type Props = { words?: DeviceWords; submit: string; busy: boolean; onSubmit: (words: DeviceWords) => void };

/** Name and location of a device. */
export function DeviceForm({ words, submit, busy, onSubmit }: Props) {
  const [problem, setProblem] = useState<string>();

  function check(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const name = String(data.get('name') ?? '').trim();
    const location = String(data.get('location') ?? '').trim();
    setProblem(name === '' ? 'Give the device a name' : undefined);
    if (name !== '' && !busy) onSubmit({ name, location: location || null });
  }

  return (
    <form noValidate onSubmit={check} className="mt-5 grid gap-4">
      <TextField
        label="Name"
        name="name"
        defaultValue={words?.name}
        maxLength={DEVICE_NAME_MAX}
        autoComplete="off"
        problem={problem}
      />
      <TextField
        label="Location"
        name="location"
        defaultValue={words?.location ?? undefined}
        maxLength={LOCATION_MAX}
        autoComplete="off"
        hint="Optional. Stands in where a report names no place."
      />
      <Button type="submit" busy={busy} className="mt-1 h-11 w-full">
        {submit}
      </Button>
    </form>
  );
}
