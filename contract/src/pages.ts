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
  '/devices/connect',
  '/handover',
  '/escalation',
  '/people',
  '/settings',
  '/audit',
  '/invitation',
  '/auth-test',
  '/api-test',
  '/simple-api-test',
  '/quick-api-test',
  '/db-test-hook',
  '/hooks-test',
] as const;

/** The pages that only a team has. */
export const TEAM_PATHS = [
  '/handover',
  '/escalation',
  '/people',
  '/settings',
  '/audit',
  '/invitation',
] as const satisfies readonly PagePath[];
export type TeamPath = (typeof TEAM_PATHS)[number];

/** The pages of single devices: their ids are known by their form. */
export const DEVICE_PAGE = '/devices/:id';
const DEVICE_PATH = /^\/devices\/[0-9a-f]{16}$/;

/** The pages of single incidents. */
export const INCIDENT_PAGE = '/incidents/:id';
const INCIDENT_PATH = /^\/incidents\/[1-9]\d{0,14}$/;

export type PagePath = (typeof PAGE_PATHS)[number];

const isTeamPath = (path: PagePath) => (TEAM_PATHS as readonly PagePath[]).includes(path);

/** @param path of an address; case and a trailing slash do not matter, as in the page's router */
export function isPagePath(path: string, { team }: { team: boolean }): boolean {
  const normalized = path.replace(/\/+$/, '').toLowerCase() || '/';
  if (DEVICE_PATH.test(normalized) || INCIDENT_PATH.test(normalized)) return true;
  return PAGE_PATHS.some((pagePath) => pagePath === normalized && (team || !isTeamPath(pagePath)));
}
