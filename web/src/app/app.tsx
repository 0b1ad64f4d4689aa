import { CSPProvider } from '@base-ui/react/csp-provider';
import { Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { AuthProvider } from '../accounts/auth-provider.tsx';
import { embeddedIdentity } from '../accounts/embedded-identity.ts';
import { ServerUnreachable } from '../site/server-unreachable.tsx';
import { Toaster } from './pages.ts';
import { AppRoutes } from './routes.tsx';

export function App() {
  return (
    <CSPProvider disableStyleElements>
      <BrowserRouter>
        <AuthProvider identity={embeddedIdentity} unreachable={<ServerUnreachable />}>
          <AppRoutes />
        </AuthProvider>
      </BrowserRouter>
      <Suspense>
        <Toaster />
      </Suspense>
    </CSPProvider>
  );
}
