import type { Drill } from '@vedette/contract/drill';
import { isoTime } from '../detections.present.ts';
import type { DrillRow } from './drills.store.ts';

export function presentDrill({ id, device_id, device, sent_at, painted_at, missed_at }: DrillRow): Drill {
  return {
    ...{ id, device_id, device },
    sent_at: isoTime(sent_at),
    painted_at: painted_at === null ? null : isoTime(painted_at),
    missed: missed_at !== null,
  };
}
