import { CSPProvider } from '@base-ui/react/csp-provider';
import { Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { AuthProvider } from '../accounts/auth-provider.tsx';
import { chosenIdentity } from '../accounts/identity/chosen-identity.ts';
import { Connecting } from '../site/connecting.tsx';
import { PageBroken } from '../site/page-broken.tsx';
import { ServerUnreachable } from '../site/server-unreachable.tsx';
import { ErrorBoundary } from '../ui/pages/error-boundary.tsx';
import { Toaster } from './pages.ts';
import { AppRoutes } from './routes.tsx';

export function App() {
  return (
    <CSPProvider disableStyleElements>
      <ErrorBoundary
        resetKey="app"
        fallback={(reason) => <PageBroken title="Vedette could not be shown" reason={reason} />}
      >
        <BrowserRouter>
          <AuthProvider identity={chosenIdentity} waiting={<Connecting />} unreachable={<ServerUnreachable />}>
            <AppRoutes />
          </AuthProvider>
        </BrowserRouter>
      </ErrorBoundary>
      <ErrorBoundary resetKey="toasts" fallback={() => <NoToasts />}>
        {/* Mounted from the start: an opening modal hides everything but existing live regions from screen readers. */}
        <div aria-live="off">
          <Suspense>
            <Toaster />
          </Suspense>
        </div>
      </ErrorBoundary>
    </CSPProvider>
  );
}

function NoToasts() {
  return (
    <p
      role="alert"
      className="fixed right-4 bottom-4 z-50 rounded-lg border border-danger-line bg-danger-soft px-4 py-3 text-sm text-danger-ink"
    >
      Notices cannot be shown. Reload the page.
    </p>
  );
}
