import type { ReactNode } from 'react';
import { PageTitle } from '../ui/pages/page-title.tsx';
import { useDebugLines } from './hooks/use-debug-lines.ts';
import { LogPanel } from './log-panel.tsx';

/** The frame of the test pages: a title, a description, and the log of the page's calls. */
export function TestPage({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  const { lines, clear } = useDebugLines();
  return (
    <TestPageFrame title={title} about={about}>
      {children}
      <LogPanel title="Call log" lines={lines} onClear={clear} />
    </TestPageFrame>
  );
}

/** The same frame for a page that passes its own log. */
export function TestPageFrame({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  return (
    <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
      <PageTitle>{`${title} · Vedette`}</PageTitle>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-1 max-w-3xl text-sm text-pretty text-muted">{about}</p>
        <p className="mt-1 max-w-3xl text-sm text-pretty text-muted">
          New threats are neither shown nor announced while this page is open.
        </p>
      </header>
      {children}
    </div>
  );
}
