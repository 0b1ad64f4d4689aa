import type { Device } from '@vedette/contract/device';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { DeviceForm } from '../device-form.tsx';
import { useChangeDevice } from '../devices.queries.ts';

export function ChangeDeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const change = useChangeDevice(device.device_id);
  return (
    <Dialog
      open
      title={`Rename or move ${device.name}`}
      description="What it reported so far keeps the name and the location of that time."
      onClose={onClose}
    >
      <DeviceForm
        words={device}
        submit="Save"
        busy={change.isPending}
        onSubmit={(words) =>
          change.mutate(words, {
            onSuccess: () => {
              void notify.success(`${words.name} has been saved`);
              onClose();
            },
            onError: (error) => notify.error(error.message),
          })
        }
      />
    </Dialog>
  );
}
