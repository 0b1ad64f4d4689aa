/** Every address at which the web app has a page; at any other one there is none. */
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

/** The pages of single devices: their ids are known by their form. */
export const DEVICE_PAGE = '/devices/:id';
const DEVICE_PATH = /^\/devices\/[0-9a-f]{16}$/;

export type PagePath = (typeof PAGE_PATHS)[number];

/** @param path as it stands in an address; like the router of the page it takes no notice of case or of a slash at the end */
export function isPagePath(path: string): boolean {
  const plain = path.replace(/\/+$/, '').toLowerCase() || '/';
  return DEVICE_PATH.test(plain) || PAGE_PATHS.some((known) => known === plain);
}
