import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';

/** A section of a test page with a heading. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Card role="group" aria-label={title} className="grid min-w-0 grid-cols-1 gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </Card>
  );
}
