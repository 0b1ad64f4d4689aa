import type { PagePath } from '@vedette/contract/pages';

/** The path of the page as the router matches it: case and a trailing slash do not matter. */
export function pagePathOf(pathname: string): PagePath {
  return pathname.replace(/\/+$/, '').toLowerCase() as PagePath;
}
