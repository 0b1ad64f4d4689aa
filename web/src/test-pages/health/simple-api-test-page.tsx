import { useEffect } from 'react';
import { TestPage } from '../test-page.tsx';
import { serverCheck } from './checks.ts';
import { HealthChecks } from './health-checks.tsx';
import { localServerCheck } from './local-server.ts';

const checks = [{ ...serverCheck, title: 'This server' }, localServerCheck];

export function SimpleApiTestPage() {
  const foreign = isForeignDocument();
  // The browser's back and forward buttons do not load a new document, so the page is reloaded here.
  useEffect(() => {
    if (foreign) window.location.reload();
  }, [foreign]);
  if (foreign) return <div aria-busy="true" className="min-h-dvh" />;
  return (
    <TestPage
      title="Simple Health Check"
      about="Two calls: to this server, and to a development server on the machine of whoever looks at this page."
    >
      <HealthChecks checks={checks} run="Run Simple Health Check" />
    </TestPage>
  );
}

/** Only the document of this page may call a local server; the headers of the other documents forbid it. */
function isForeignDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && new URL(entry.name).pathname !== window.location.pathname;
}
