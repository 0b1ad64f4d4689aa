import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { DeviceForm } from './device-form.tsx';
import { DeviceKey } from './device-key.tsx';
import { deviceList, useAddDevice } from './devices.queries.ts';
import { FirstReport, type FollowReports } from './first-report.tsx';
import { isKnownToHaveReported } from './last-seen.ts';

type Props = { followReports: FollowReports; onClose: () => void };

export function AddDeviceDialog({ followReports, onClose }: Props) {
  const add = useAddDevice();
  const { data: devices } = useQuery(deviceList);

  if (add.data) {
    const { device_id: id, name, key } = add.data;
    const listed = devices?.find(({ device_id }) => device_id === id);
    return (
      <Dialog open wide title={`${name} is ready`} onClose={onClose}>
        <DeviceKey deviceKey={key} onDone={onClose}>
          <FirstReport
            deviceId={id}
            reported={listed !== undefined && isKnownToHaveReported(listed)}
            followReports={followReports}
          />
        </DeviceKey>
      </Dialog>
    );
  }
  return (
    <Dialog open title="Add a device" description="It gets a key with which it reports." onClose={onClose}>
      <DeviceForm
        submit="Add Device"
        busy={add.isPending}
        onSubmit={(words) => add.mutate(words, { onError: (error) => notify.error(error.message) })}
      />
    </Dialog>
  );
}
