import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

export type LabelledFact = { label: string; value: ReactNode };

/** A list of labelled values, in several columns where the width allows. */
export function LabelledFacts({ facts, className }: { facts: readonly LabelledFact[]; className?: string }) {
  return (
    <dl className={classNames('grid gap-x-6 gap-y-3.5', className)}>
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="mt-0.5 text-sm font-medium wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
