import type { Device } from '@vedette/contract/device';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { DeviceKey } from '../connect/device-key.tsx';
import { useRotateKey } from '../devices.queries.ts';
import { minuteOf } from '../last-seen.ts';

export function RotateKeyDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const rotate = useRotateKey(device.device_id);
  if (rotate.data) {
    return (
      <Dialog open wide title={`The new key of ${device.name}`} onClose={onClose}>
        <DeviceKey deviceKey={rotate.data.key} onDone={onClose}>
          <p className="text-sm">{`The old key is valid until ${minuteOf(rotate.data.old_key_until)}.`}</p>
        </DeviceKey>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      title={`Rotate the key of ${device.name}?`}
      confirm="Rotate Key"
      busy={rotate.isPending}
      onConfirm={() =>
        !rotate.isPending && rotate.mutate(undefined, { onError: (error) => notify.error(error.message) })
      }
      onClose={onClose}
    >
      The device gets a new key. The present one is valid for one hour more; a key from before it ends at once.
    </ConfirmDialog>
  );
}
