import { useQuery } from '@tanstack/react-query';
import { useDashboardStore, useSnapshot } from '../detections/dashboard-store-context.ts';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format-count.ts';
import { momentOf } from '../ui/moment.ts';
import { notify } from '../ui/toasts/notify.ts';
import { clearRequest, useAnswerClearRequest } from './clear-request.queries.ts';

/** That somebody wants to delete all detections, and a second person must agree; hidden while nobody does. */
export function ClearRequestStrip() {
  const store = useDashboardStore();
  const total = useSnapshot(({ counters }) => counters.total);
  const { data } = useQuery(clearRequest);
  const answer = useAnswerClearRequest();
  const waiting = data?.request;
  if (!waiting) return null;
  const { own, requested_by: requestedBy, expires_at: expiresAt } = waiting;
  const onError = (error: Error) => void notify.error(error.message);

  function agree() {
    const how = total === undefined ? 'all' : `all ${formatCount(total)}`;
    if (!window.confirm(`Delete ${how} detections? This action cannot be undone.`)) return;
    answer.mutate('agree', {
      onSuccess: () => store.applyEvents([{ type: 'detections.cleared', data: {} }]),
      onError,
    });
  }

  return (
    <section aria-label="Request to delete all detections" className="border-t border-line bg-surface">
      <div className="page-width flex min-h-13 flex-wrap items-center gap-3 py-1">
        <p role="status" className="min-w-0 grow text-sm font-semibold wrap-anywhere tabular-nums">
          {own
            ? `You asked to delete all detections. Another supervisor can agree until ${momentOf(expiresAt)}.`
            : `${requestedBy} asks to delete all detections. You can agree until ${momentOf(expiresAt)}.`}
        </p>
        <div className="flex gap-2" style={{ pointerEvents: 'auto' }}>
          {!own && (
            <Button variant="danger-outline" size="small" busy={answer.isPending} onClick={agree}>
              Agree and Delete
            </Button>
          )}
          <Button
            variant="outline"
            size="small"
            busy={answer.isPending}
            onClick={() => answer.mutate('withdraw', { onError })}
          >
            {own ? 'Withdraw' : 'Refuse'}
          </Button>
        </div>
      </div>
    </section>
  );
}
