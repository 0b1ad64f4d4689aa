import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CallFailed } from './call-failed.tsx';
import { OutcomeBadge, outcomeOf } from './outcome-badge.tsx';

type Call = { isIdle: boolean; isPending: boolean; isError: boolean; isSuccess: boolean; error: Error | null };

/** One call by its button, and its answer below. */
export function QuickTest({
  title,
  address,
  call,
  onRun,
  children,
}: {
  title: string;
  address: string;
  call: Call;
  onRun: () => void;
  children: ReactNode;
}) {
  return (
    <Card role="group" aria-label={title} className="flex min-w-0 flex-col gap-3 p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          <p className="font-mono text-xs text-muted wrap-anywhere">GET {address}</p>
        </div>
        <OutcomeBadge outcome={outcomeOf(call)} />
      </div>
      <Button variant="outline" busy={call.isPending} onClick={onRun} className="self-start">
        Test {title}
      </Button>
      {call.error && <CallFailed error={call.error} />}
      {children}
    </Card>
  );
}
