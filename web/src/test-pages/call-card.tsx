import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { type Outcome, OutcomeBadge } from './outcome-badge.tsx';

type Props = {
  title: string;
  address: string;
  outcome: Outcome;
  /** The duration of the call. */
  ms?: number | undefined;
  children: ReactNode;
};

/** One call: its name, its state, and the response below. */
export function CallCard({ title, address, outcome, ms, children }: Props) {
  return (
    <Card role="group" aria-label={title} className="flex min-w-0 flex-col gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          <p className="font-mono text-xs text-muted wrap-anywhere">GET {address}</p>
        </div>
        <div className="flex items-center gap-2 text-xs text-muted tabular-nums">
          {ms !== undefined && <span>{ms} ms</span>}
          <OutcomeBadge outcome={outcome} />
        </div>
      </div>
      {children}
    </Card>
  );
}
