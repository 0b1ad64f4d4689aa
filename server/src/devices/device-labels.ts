import type { Background } from '../background.ts';
import type { Log } from '../log.ts';
import { labelsIn } from '../writer/counters/counted-labels.ts';
import type { DeviceStore } from './devices.store.ts';

type Parts = { store: Pick<DeviceStore, 'markOtherLabels'>; background: Background; log: Log };
/** Null: people, who make detections by hand. */
type TooMany = { deviceId: string | null; bits: number };

/** Tells once of each device that reports too many different labels: in the log, and where devices are listed. */
export function deviceLabels({ store, background, log }: Parts): (tooMany: TooMany) => void {
  const told = new Map<string | null, number>();
  return ({ deviceId, bits }) => {
    const before = told.get(deviceId) ?? 0;
    const now = before | bits;
    if (now === before) return;
    told.set(deviceId, now);
    if (before === 0) {
      const details = { device_id: deviceId, labels: labelsIn(bits) };
      log.warn(details, 'a device reports too many different labels; further ones are counted as "other"');
    }
    if (deviceId === null) return;
    background.run('cannot mark a device that reports too many different labels', async () => {
      try {
        await store.markOtherLabels(deviceId, now);
      } catch (error) {
        told.set(deviceId, before);
        throw error;
      }
    });
  };
}
