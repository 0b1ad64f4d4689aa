import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  info: 'border-transparent bg-accent-soft text-accent-ink',
  caution: 'border-transparent bg-caution-soft text-caution-ink',
  danger: 'border-danger-line bg-danger-soft text-danger-ink',
} as const;

/** A permanent notice within the page. */
export function Alert({
  tone,
  icon,
  className,
  children,
}: {
  tone: keyof typeof tones;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      role="alert"
      className={classNames('flex items-start gap-3 rounded-lg border px-4 py-3 text-sm', tones[tone], className)}
    >
      {icon && <span className="mt-px shrink-0">{icon}</span>}
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}
