import type { Detection } from '@vedette/contract/detection';
import { useCallback } from 'react';
import { deleteDetection } from '../api/detection-calls.ts';
import { isRequestError } from '../api/request.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { describePlace, describeWeapon } from '../detections/format.ts';
import { notify } from '../ui/toasts/notify.ts';
import { focusViewHeading } from './view-heading.tsx';

/**
 * Asks, takes the card away at once, and puts it back with the reason when the server refuses.
 * @param onDelete called with the id after the guard has confirmed
 */
export function useDeleteDetection(onDelete?: (id: number) => void): (detection: Detection) => void {
  const store = useDashboardStore();
  return useCallback(
    (detection) => {
      const { id } = detection;
      const what = `detection ${id} (${describeWeapon(detection)}, ${describePlace(detection)})`;
      if (!window.confirm(`Delete ${what}? This action cannot be undone.`)) return;
      onDelete?.(id);
      store.hide(detection);
      focusViewHeading();
      deleteDetection(id).then(
        () => store.confirm(id),
        (error: unknown) => {
          // Another user has already deleted the detection.
          if (isRequestError(error) && error.status === 404) return store.confirm(id);
          store.restore(detection);
          // Only messages from the server are shown; messages from the browser do not help the user.
          const told = isRequestError(error) && error.code !== 'UNKNOWN' ? error.message : '';
          return notify.error(told || 'Failed to delete detection');
        },
      );
    },
    [store, onDelete],
  );
}
