import { type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { PageBroken } from '../site/page-broken.tsx';
import { ErrorBoundary } from '../ui/pages/error-boundary.tsx';

/** The page of the current route. */
export function PageOutlet() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  );
}

/** Waits for the code of a page, and contains its errors. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={(reason) => <PageBroken title="This page could not be shown" reason={reason} />}
    >
      <Suspense fallback={<div aria-busy="true" className="min-h-dvh" />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
