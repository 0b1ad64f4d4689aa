import type { Device } from '@vedette/contract/device';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { useRevokeDevice } from '../devices.queries.ts';

type Props = { device: Device | null; onClose: () => void; onRevoked?: () => void };

export function RevokeDialog({ device, onClose, onRevoked }: Props) {
  const revoke = useRevokeDevice();

  function confirm() {
    if (!device || revoke.isPending) return;
    revoke.mutate(device.device_id, {
      onSuccess: () => {
        void notify.success(`${device.name} has been revoked`);
        onRevoked?.();
      },
      onError: (error) => notify.error(error.message),
      onSettled: onClose,
    });
  }

  return (
    <ConfirmDialog
      open={device !== null}
      title={`Revoke ${device?.name ?? ''}?`}
      confirm="Revoke Device"
      busy={revoke.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      Its key stops working at once, and the device can report nothing more. What it has reported stays. This cannot be
      undone.
    </ConfirmDialog>
  );
}
