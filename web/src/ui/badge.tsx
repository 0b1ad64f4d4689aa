import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  accent: 'bg-accent-soft text-accent-ink',
  danger: 'bg-danger-soft text-danger-ink',
  threat: 'bg-threat-soft text-threat-ink',
  caution: 'bg-caution-soft text-caution-ink',
  calm: 'bg-calm-soft text-calm-ink',
  violet: 'bg-violet-soft text-violet-ink',
  neutral: 'bg-sunken text-muted',
} as const;

export type BadgeTone = keyof typeof tones;

export function Badge({ tone, className, children }: { tone: BadgeTone; className?: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-md px-2 py-0.5 text-xs font-semibold whitespace-nowrap tabular-nums',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
