import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { PageBroken } from '../site/page-broken.tsx';
import { ErrorBoundary } from '../ui/pages/error-boundary.tsx';

/** The page of the current route: waits for its code, and contains its errors. */
export function PageOutlet() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={(reason) => <PageBroken title="This page could not be shown" reason={reason} />}
    >
      <Suspense fallback={<div aria-busy="true" className="min-h-dvh" />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
