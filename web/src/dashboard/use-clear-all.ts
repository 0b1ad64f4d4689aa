import { useQueryClient } from '@tanstack/react-query';
import type { ClearedAnswer } from '@vedette/contract/detection';
import { useState } from 'react';
import { isRequestError, request } from '../api/request.ts';
import { useDashboardStore, useSnapshot } from '../detections/dashboard-store-context.ts';
import { formatCount } from '../ui/format-count.ts';
import { notify } from '../ui/toasts/notify.ts';

export function useClearAll(): { clearAll: () => void; clearing: boolean } {
  const store = useDashboardStore();
  const client = useQueryClient();
  const total = useSnapshot(({ counters }) => counters.total);
  const [clearing, setClearing] = useState(false);

  async function send() {
    setClearing(true);
    try {
      await request<ClearedAnswer>('/detections/all', { method: 'DELETE' });
      store.applyEvents([{ type: 'detections.cleared', data: {} }]);
    } catch (error) {
      if (isRequestError(error) && error.code === 'SECOND_PERSON_NEEDED') return ask(error);
      const isForbidden = isRequestError(error) && error.code === 'FORBIDDEN';
      notify.error(isForbidden ? error.message : 'Failed to delete all detections');
    } finally {
      setClearing(false);
    }
  }

  /** The site's policy demands two people. */
  async function ask(refusal: Error) {
    try {
      await request('/detections/clear-request', { method: 'POST' });
      // A team's page shows it on every screen of a supervisor.
      void client.invalidateQueries({ queryKey: ['clear-request'] });
      notify.info('Another supervisor must agree before everything is deleted. Your request waits for 15 minutes.');
    } catch (error) {
      // It waits already: the refusal says for whom.
      const isWaiting = isRequestError(error) && error.code === 'CONFLICT';
      if (isWaiting) notify.info(refusal.message);
      else if (error instanceof Error) notify.error(error.message);
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
