import { DEVICE_PAGE, type PagePath } from '@vedette/contract/pages';
import { useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import { useAuth } from '../accounts/auth-context.ts';
import { PageOutlet } from './page-outlet.tsx';
import { WatchLayout } from './pages.ts';

const watchPages: readonly (PagePath | typeof DEVICE_PAGE)[] = ['/dashboard', '/devices', DEVICE_PAGE, '/profile'];

/**
 * Whoever is signed in is on watch, whichever page is open; the developer pages alone are left out, which count and log
 * every call themselves. Somebody who signs in goes to one of the pages above: the page
 * they leave is not begun anew for it.
 */
export function Watched() {
  const { currentUser } = useAuth();
  const { pathname } = useLocation();
  const [begun, setBegun] = useState(currentUser !== null);
  if (!begun && currentUser && watchPages.some((path) => matchPath(path, pathname))) setBegun(true);
  return begun ? <WatchLayout /> : <PageOutlet />;
}
