import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The content of a modal whose detection is unavailable. */
export function DetectionUnavailable({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-2 rounded-xl border border-danger-line bg-danger-soft px-5 py-10 text-center text-danger-ink"
    >
      <IconAlertTriangle size="2rem" stroke={1.5} aria-hidden="true" />
      <p className="font-semibold">{title}</p>
      {children && <div className="text-sm">{children}</div>}
    </div>
  );
}
