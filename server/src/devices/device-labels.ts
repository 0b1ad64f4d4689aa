import type { Background } from '../background.ts';
import type { Log } from '../log.ts';
import { labelsIn } from '../writer/counters/counted-labels.ts';
import type { DeviceStore } from './devices.store.ts';

type Parts = { store: Pick<DeviceStore, 'markOtherLabels'>; background: Background; log: Log };
/** `deviceId` is null for manual detections. */
type TooMany = { deviceId: string | null; bits: number };

/** Marks each device that reports too many different labels, once: in the log, and in the list of devices. */
export function deviceLabels({ store, background, log }: Parts): (tooMany: TooMany) => void {
  const marked = new Map<string | null, number>();
  return ({ deviceId, bits }) => {
    const before = marked.get(deviceId) ?? 0;
    const now = before | bits;
    if (now === before) return;
    marked.set(deviceId, now);
    if (before === 0) {
      const details = { device_id: deviceId, labels: labelsIn(bits) };
      log.warn(details, 'a device reports too many different labels; further ones are counted as "other"');
    }
    if (deviceId === null) return;
    background.run('cannot mark a device that reports too many different labels', async () => {
      try {
        await store.markOtherLabels(deviceId, now);
      } catch (error) {
        marked.set(deviceId, before);
        throw error;
      }
    });
  };
}
