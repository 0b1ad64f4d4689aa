import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { CallCard } from '../call-card.tsx';
import { CallFailed } from '../call-failed.tsx';
import { outcomeOf } from '../outcome-badge.tsx';

type Props = {
  title: string;
  address: string;
  call: { isIdle: boolean; isPending: boolean; isError: boolean; isSuccess: boolean; error: Error | null };
  onRun: () => void;
  children: ReactNode;
};

/** A button that makes one call, and the response below it. */
export function QuickTest({ title, address, call, onRun, children }: Props) {
  return (
    <CallCard title={title} address={address} outcome={outcomeOf(call)}>
      <Button variant="outline" busy={call.isPending} onClick={onRun} className="self-start">
        Test {title}
      </Button>
      {call.error && <CallFailed error={call.error} />}
      {children}
    </CallCard>
  );
}
