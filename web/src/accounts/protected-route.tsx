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
  // Nothing of theirs is seen any more, though the home page's code may still be on its way.
  if (!currentUser && goingHome && left.uid) return <div aria-busy="true" className="min-h-dvh" />;
  if (!currentUser) return <Navigate to="/login" replace state={{ origin, ...left } satisfies Remembered} />;
  // Nothing of what one person had open is left for the next one.
  return <Outlet key={currentUser.uid} />;
}

/**
 * Where a successful login leads: what one person had open does not open up for the next one at this screen.
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
