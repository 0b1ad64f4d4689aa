import { useEffect, useState } from 'react';
import { type Location, Navigate, Outlet, useLocation } from 'react-router';
import { useAuth, useAuthExtras } from './auth-context.ts';
import type { CurrentUser } from './current-user.ts';

/** Where somebody came from to /login; `uid`: who had it open when their session ended, none for a visitor. */
type Remembered = { origin: Location; uid?: string };

/** Sends a visitor to /login, which brings them back to where they wanted to go. A session that ends on a page keeps that page. */
export function ProtectedRoute() {
  const { currentUser } = useAuth();
  const { goingHome, holdPage } = useAuthExtras();
  const origin = useLocation();
  const [left] = useState(currentUser ? { uid: currentUser.uid } : {});
  const isShown = currentUser !== null;
  useEffect(() => (isShown ? holdPage() : undefined), [isShown, holdPage]);
  // Hides the page at once, also while the home page's code is still loading.
  if (!currentUser && goingHome && left.uid) return <div aria-busy="true" className="min-h-dvh" />;
  if (!currentUser) return <Navigate to="/login" replace state={{ origin, ...left } satisfies Remembered} />;
  // Another user gets a new page.
  return <Outlet key={currentUser.uid} />;
}

/**
 * Where a successful login leads. Another user is not led to the page that the former one had open.
 * @param state of the /login location
 */
export function destination(state: unknown, { uid }: Pick<CurrentUser, 'uid'>): string {
  if (!isRemembered(state) || (state.uid !== undefined && state.uid !== uid)) return '/dashboard';
  const { pathname, search, hash } = state.origin;
  return `${pathname}${search}${hash}`;
}

function isRemembered(state: unknown): state is Remembered {
  return typeof state === 'object' && state !== null && 'origin' in state;
}
