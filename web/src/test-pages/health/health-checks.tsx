import { IconRefresh } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { CallCard } from '../call-card.tsx';
import { CallFailed } from '../call-failed.tsx';
import { Facts } from '../facts.tsx';
import { type Check, checkQuery } from './checks.ts';

/** Several checks that run together when the page opens, and when the button is pressed. */
export function HealthChecks({ checks, run }: { checks: readonly Check[]; run: string }) {
  const calls = useQueries({ queries: checks.map(checkQuery) });
  const running = calls.some(({ isFetching }) => isFetching);
  const passed = calls.filter(({ isSuccess }) => isSuccess).length;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={running} onClick={() => Promise.all(calls.map(({ refetch }) => refetch()))}>
          <IconRefresh size="1.1rem" aria-hidden="true" />
          {run}
        </Button>
        <p role="status" className="text-sm text-muted tabular-nums">
          {running ? 'Checking …' : `${passed} of ${checks.length} passed`}
        </p>
      </div>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {checks.map(({ title, address }, place) => {
          const call = calls[place];
          if (!call) return null;
          const outcome = call.isFetching ? 'running' : call.isError ? 'failed' : 'passed';
          return (
            <CallCard
              key={address}
              title={title}
              address={address}
              outcome={outcome}
              ms={outcome === 'passed' ? call.data?.ms : undefined}
            >
              {/* The height of a response is reserved, so that the layout is stable when it arrives. */}
              <div className="min-h-13">
                {outcome === 'failed' && call.error && <CallFailed error={call.error} />}
                {!call.isError && call.data && <Facts facts={call.data.facts} />}
              </div>
            </CallCard>
          );
        })}
      </div>
    </>
  );
}
