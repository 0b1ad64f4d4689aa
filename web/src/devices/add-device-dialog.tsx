import { DEVICE_NAME_MAX, LOCATION_MAX } from '@vedette/contract/limits';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { notify } from '../ui/notify.ts';
import { TextField } from '../ui/text-field.tsx';
import { DeviceKey } from './device-key.tsx';
import { useAddDevice } from './devices.queries.ts';

export function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const add = useAddDevice();
  const [problem, setProblem] = useState<string>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const name = String(data.get('name') ?? '').trim();
    const location = String(data.get('location') ?? '').trim();
    setProblem(name === '' ? 'Give the device a name' : undefined);
    if (name === '' || add.isPending) return;
    add.mutate({ name, location: location || null }, { onError: (error) => notify.error(error.message) });
  }

  if (add.data) {
    return (
      <Dialog open wide title={`${add.data.name} is ready`} onClose={onClose}>
        <DeviceKey deviceKey={add.data.key} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog open title="Add a device" description="It gets a key with which it reports." onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <TextField label="Name" name="name" maxLength={DEVICE_NAME_MAX} autoComplete="off" problem={problem} />
        <TextField
          label="Location"
          name="location"
          maxLength={LOCATION_MAX}
          autoComplete="off"
          hint="Optional. Stands in where a report names no place."
        />
        <Button type="submit" busy={add.isPending} className="mt-1 h-11 w-full">
          Add Device
        </Button>
      </form>
    </Dialog>
  );
}
