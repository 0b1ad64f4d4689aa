import { useState } from 'react';
import { type Location, Navigate, Outlet, useLocation } from 'react-router';
import { useAuth } from './auth-context.ts';

/** Sends a visitor to /login, which brings them back to where they wanted to go; whose session ended here, only to /login. */
export function ProtectedRoute() {
  const { currentUser } = useAuth();
  const location = useLocation();
  const [cameAsVisitor] = useState(!currentUser);
  // Where somebody was must not open up for the next one at this screen.
  if (!currentUser) return <Navigate to="/login" replace state={cameAsVisitor ? { origin: location } : null} />;
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
