import type { ClearedAnswer } from '@vedette/contract/detection';
import { useState } from 'react';
import { isRequestError, request } from '../api/request.ts';
import { useDashboardStore, useSnapshot } from '../detections/dashboard-store-context.ts';
import { formatCount } from '../ui/format-count.ts';
import { notify } from '../ui/toasts/notify.ts';

export function useClearAll(): { clearAll: () => void; clearing: boolean } {
  const store = useDashboardStore();
  const total = useSnapshot(({ counters }) => counters.total);
  const [clearing, setClearing] = useState(false);

  async function send() {
    setClearing(true);
    try {
      await request<ClearedAnswer>('/detections/all', { method: 'DELETE' });
      store.applyEvents([{ type: 'detections.cleared', data: {} }]);
    } catch (error) {
      const isForbidden = isRequestError(error) && error.code === 'FORBIDDEN';
      notify.error(isForbidden ? error.message : 'Failed to delete all detections');
    } finally {
      setClearing(false);
    }
  }

  function clearAll() {
    if (total === 0) {
      notify.info({ title: 'No detections', description: 'There are no detections to delete' });
      return;
    }
    const how = total === undefined ? 'all' : `all ${formatCount(total)}`;
    if (window.confirm(`Delete ${how} detections? This action cannot be undone.`)) void send();
  }

  return { clearAll, clearing };
}
