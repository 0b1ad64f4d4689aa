import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { CallFailed } from './call-failed.tsx';
import type { Found } from './checks.ts';
import { Facts } from './facts.tsx';
import { type Outcome, OutcomeBadge } from './outcome-badge.tsx';

/** One call: what it is, how it went, and what it answered. */
export function CheckCard({
  title,
  address,
  outcome,
  found,
  error,
  children,
}: {
  title: string;
  address: string;
  outcome: Outcome;
  found?: Found | undefined;
  error: Error | null;
  children?: ReactNode;
}) {
  return (
    <Card role="group" aria-label={title} className="flex min-w-0 flex-col gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          <p className="font-mono text-xs text-muted wrap-anywhere">GET {address}</p>
        </div>
        <div className="flex items-center gap-2 text-xs text-muted tabular-nums">
          {outcome === 'passed' && found && <span>{found.ms} ms</span>}
          <OutcomeBadge outcome={outcome} />
        </div>
      </div>
      {/* The height of an answer, so that nothing below moves when it comes. */}
      <div className="min-h-13">
        {outcome === 'failed' && error ? <CallFailed error={error} /> : found && <Facts facts={found.facts} />}
        {children}
      </div>
    </Card>
  );
}
