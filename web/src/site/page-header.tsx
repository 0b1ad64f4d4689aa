import type { ReactNode } from 'react';

export function PageHeader({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="max-w-3xl">
      <h1 className="text-3xl leading-tight font-semibold tracking-tight text-balance sm:text-4xl">{title}</h1>
      <p className="mt-4 text-lg text-pretty text-muted">{children}</p>
    </header>
  );
}
