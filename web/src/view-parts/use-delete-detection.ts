import type { Detection } from '@vedette/contract/detection';
import { useCallback } from 'react';
import { deleteDetection } from '../api/detection-calls.ts';
import { isRequestError } from '../api/request.ts';
import { describePlace } from '../detections/format.ts';
import { useWatch } from '../detections/watch-context.ts';
import { notify } from '../ui/notify.ts';
import { focusViewHeading } from './view-heading.tsx';

/** Asks, takes the card away at once, and puts it back with the reason when the server refuses. */
export function useDeleteDetection(): (detection: Detection) => void {
  const watch = useWatch();
  return useCallback(
    (detection) => {
      const { id, weapon_type } = detection;
      const what = `detection ${id} (${weapon_type}, ${describePlace(detection)})`;
      if (!window.confirm(`Delete ${what}? This action cannot be undone.`)) return;
      watch.hide(detection);
      focusViewHeading();
      deleteDetection(id).then(
        () => watch.confirm(id),
        (error: unknown) => {
          // A colleague was faster: gone is gone.
          if (isRequestError(error) && error.status === 404) return watch.confirm(id);
          watch.restore(detection);
          // Words that the server did not choose help nobody.
          const told = isRequestError(error) && error.code !== 'UNKNOWN' ? error.message : '';
          return notify.error(told || 'Failed to delete detection');
        },
      );
    },
    [watch],
  );
}
