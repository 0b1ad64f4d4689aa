import { useQuery } from '@tanstack/react-query';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/pages/page-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DutyPanel } from './duty-panel.tsx';
import { deviceNames, policyInForce } from './escalation.queries.ts';
import { FailedDeliveries } from './failed-deliveries.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { PushPanel } from './push-panel.tsx';
import type { Known } from './receiver-fields.tsx';

export function EscalationPage({ testSound }: Pick<Known, 'testSound'>) {
  const policy = useQuery(policyInForce);
  const devices = useQuery(deviceNames);
  const named = devices.data?.map(({ device_id, name }) => ({ id: device_id, name })) ?? [];
  return (
    <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
      <PageTitle>Escalation · Vedette</PageTitle>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">Escalation</h1>
        <p className="mt-1 text-sm text-muted">Who is told when nobody acknowledges an alarm, and when.</p>
      </div>
      <DutyPanel />
      <PushPanel />
      <FailedDeliveries />
      <section aria-labelledby="policy" className="flex flex-col gap-3">
        <h2 id="policy" className="text-lg font-semibold">
          Policy
        </h2>
        {policy.isError && !policy.data && (
          <Alert tone="danger">
            <p>{`The policy could not be loaded: ${policy.error.message}`}</p>
            <Button variant="outline" size="small" busy={policy.isFetching} onClick={() => void policy.refetch()}>
              Try again
            </Button>
          </Alert>
        )}
        {policy.isPending && <Skeleton height={256} />}
        {policy.data && !devices.isPending && (
          <PolicyEditor key={policy.data.version} stored={policy.data} devices={named} testSound={testSound} />
        )}
      </section>
    </div>
  );
}
