import { useEffect, useState } from 'react';
import { type Location, Navigate, Outlet, useLocation } from 'react-router';
import { useAuth, useAuthExtras } from './auth-context.ts';
import type { CurrentUser } from './current-user.ts';

/** The page that redirected to /login. `uid` is the user whose session ended on it; a visitor has none. */
type Remembered = { origin: Location; uid?: string };

/** Redirects a visitor to /login, which redirects back after the sign-in. A page stays open when its session ends. */
export function ProtectedRoute() {
  const { currentUser } = useAuth();
  const { goingHome, holdPage } = useAuthExtras();
  const origin = useLocation();
  const [left] = useState(currentUser ? { uid: currentUser.uid } : {});
  const isShown = currentUser !== null;
  useEffect(() => (isShown ? holdPage() : undefined), [isShown, holdPage]);
  // The page is hidden at once, even while the home page's code is still loading.
  if (!currentUser && goingHome && left.uid) return <div aria-busy="true" className="min-h-dvh" />;
  if (!currentUser) return <Navigate to="/login" replace state={{ origin, ...left } satisfies Remembered} />;
  // The key mounts the page anew for another user.
  return <Outlet key={currentUser.uid} />;
}

/**
 * The address that a successful login opens. Another user does not get the page that the former user had open.
 * @param state the state of the /login location
 */
export function destination(state: unknown, { uid }: Pick<CurrentUser, 'uid'>): string {
  if (!isRemembered(state) || (state.uid !== undefined && state.uid !== uid)) return '/dashboard';
  const { pathname, search, hash } = state.origin;
  return `${pathname}${search}${hash}`;
}

function isRemembered(state: unknown): state is Remembered {
  return typeof state === 'object' && state !== null && 'origin' in state;
}
