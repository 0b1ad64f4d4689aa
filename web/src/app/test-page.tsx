import { QueryClientProvider } from '@tanstack/react-query';
import type { PagePath } from '@vedette/contract/pages';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '../accounts/auth-context.ts';
import { createQueryClient } from '../api/query-client.ts';
import { lazyPage } from '../ui/pages/lazy-page.ts';
import { PageFrame } from './page-outlet.tsx';
import { pagePathOf } from './page-path.ts';

const pages: Partial<Record<PagePath, ReturnType<typeof lazyPage>>> = {
  '/api-test': lazyPage(() => import('../test-pages/health/api-test-page.tsx').then((it) => it.ApiTestPage)),
  '/simple-api-test': lazyPage(() =>
    import('../test-pages/health/simple-api-test-page.tsx').then((it) => it.SimpleApiTestPage),
  ),
  '/quick-api-test': lazyPage(() =>
    import('../test-pages/health/quick-api-test-page.tsx').then((it) => it.QuickApiTestPage),
  ),
  '/db-test-hook': lazyPage(() => import('../test-pages/health/db-test-page.tsx').then((it) => it.DbTestPage)),
  '/hooks-test': lazyPage(() => import('../test-pages/hooks/hooks-test-page.tsx').then((it) => it.HooksTestPage)),
};

/** The test pages that read data. Visitors may open them and see the server's answers. They are remounted when the user changes. */
export function TestPage() {
  const { currentUser } = useAuth();
  return <Answers key={currentUser?.uid} />;
}

function Answers() {
  const [client] = useState(createQueryClient);
  const { pathname } = useLocation();
  const Page = pages[pagePathOf(pathname)];
  return (
    <QueryClientProvider client={client}>
      <PageFrame>{Page && <Page />}</PageFrame>
    </QueryClientProvider>
  );
}
