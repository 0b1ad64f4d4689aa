/** Every address at which the web app has a page. */
export const PAGE_PATHS = [
  '/',
  '/project-overview',
  '/about',
  '/contact',
  '/articles',
  '/login',
  '/auth',
  '/register',
  '/reset-password',
  '/dashboard',
  '/profile',
  '/devices',
  '/auth-test',
  '/api-test',
  '/simple-api-test',
  '/quick-api-test',
  '/db-test-hook',
  '/hooks-test',
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

/** @param path of an address; case and a trailing slash do not matter, as in the page's router */
export function isPagePath(path: string): boolean {
  const normalized = path.replace(/\/+$/, '').toLowerCase() || '/';
  return PAGE_PATHS.some((pagePath) => pagePath === normalized);
}
