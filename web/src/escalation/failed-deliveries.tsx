import { useQuery } from '@tanstack/react-query';
import type { Delivery } from '@vedette/contract/delivery';
import { Link } from 'react-router';
import { useMay } from '../api/permissions.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { failedDeliveries, useRetry } from './escalation.queries.ts';

export function FailedDeliveries() {
  const { data: deliveries, isError, error } = useQuery(failedDeliveries);
  return (
    <section aria-labelledby="failed-deliveries" className="flex flex-col gap-3">
      <h2 id="failed-deliveries" className="text-lg font-semibold">
        Not delivered
      </h2>
      {isError && <Alert tone="danger">{`What could not be delivered is not known: ${error.message}`}</Alert>}
      {deliveries?.length === 0 && <p className="text-sm text-muted">Everything was delivered.</p>}
      {deliveries && deliveries.length > 0 && (
        <ul className="flex flex-col gap-3">
          {deliveries.map((delivery) => (
            <FailedDelivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FailedDelivery({ delivery: { id, incident_id, kind, receiver, error, attempts } }: { delivery: Delivery }) {
  const retry = useRetry();
  const mayRetry = useMay('deliveries.retry');
  const what = `${kind} to ${receiver}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line p-4 text-sm">
      <div className="min-w-0">
        <p className="font-medium">{what}</p>
        <p className="text-muted">
          {error} ·{' '}
          {incident_id === null ? 'Test' : <Link to={`/incidents/${incident_id}`}>{`Incident ${incident_id}`}</Link>}
        </p>
      </div>
      {attempts > 0 && mayRetry && (
        <Button
          variant="outline"
          size="small"
          busy={retry.isPending}
          aria-label={`Try again: ${what}`}
          onClick={() => retry.mutate(id, { onError: (failure) => notify.error(failure.message) })}
        >
          Try again
        </Button>
      )}
    </li>
  );
}
