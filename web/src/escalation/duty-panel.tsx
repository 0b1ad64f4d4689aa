import { useQuery } from '@tanstack/react-query';
import { useMay } from '../api/permissions.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { momentOf } from '../ui/moment.ts';
import { notify } from '../ui/toasts/notify.ts';
import { duty, useDutySwitch } from './escalation.queries.ts';

export function DutyPanel() {
  const { data, isError, error } = useQuery(duty);
  const change = useDutySwitch();
  const mayTake = useMay('duty.take');
  return (
    <section aria-labelledby="on-duty" className="flex flex-col gap-3">
      <h2 id="on-duty" className="text-lg font-semibold">
        On duty
      </h2>
      {isError && <Alert tone="danger">{`Who is on duty is not known: ${error.message}`}</Alert>}
      {data?.on_duty.length === 0 && <p className="text-sm text-muted">Nobody is on duty.</p>}
      {data && data.on_duty.length > 0 && (
        <ul className="text-sm">
          {data.on_duty.map(({ user_id, name, since }) => (
            <li key={user_id}>{`${name}, since ${momentOf(since)}`}</li>
          ))}
        </ul>
      )}
      {data && mayTake && (
        <div>
          <Button
            variant="outline"
            role="switch"
            aria-checked={data.me}
            aria-label="On duty"
            busy={change.isPending}
            onClick={() => change.mutate(!data.me, { onError: (failure) => notify.error(failure.message) })}
          >
            {data.me ? 'I am on duty' : 'I am off duty'}
          </Button>
        </div>
      )}
    </section>
  );
}
