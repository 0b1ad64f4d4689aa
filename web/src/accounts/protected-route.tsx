import { type Location, Navigate, Outlet, useLocation } from 'react-router';
import { useAuth } from './auth-context.ts';

/** Sends a visitor to /login, which brings them back to where they wanted to go. */
export function ProtectedRoute() {
  const { currentUser } = useAuth();
  const location = useLocation();
  if (!currentUser) return <Navigate to="/login" replace state={{ origin: location }} />;
  return <Outlet />;
}

/** Where a successful login leads. @param state of the /login location */
export function destination(state: unknown): string {
  const origin = isOrigin(state) ? state.origin : null;
  return origin ? `${origin.pathname}${origin.search}${origin.hash}` : '/dashboard';
}

function isOrigin(state: unknown): state is { origin: Location } {
  return typeof state === 'object' && state !== null && 'origin' in state;
}
