import { POPUP_PATH } from './popup-page.ts';

type PopupResult =
  | { flow: string }
  | { error: string }
  /** The identity library's redirect: to the server's own page, or to an address that is not used. */
  | { redirect: string | null };

/** The last page of a sign-in popup, always at the server's own origin. */
export function popupAddress(origin: string, result: PopupResult): string {
  const page = new URL(POPUP_PATH, origin);
  const query = 'redirect' in result ? ownPage(result.redirect, page) : null;
  const flow = 'flow' in result ? result.flow : query?.get('flow');
  const redirectError = query === null ? 'unknown' : query.get('error');
  const error = 'error' in result ? result.error : 'redirect' in result ? redirectError : null;
  if (flow) page.searchParams.set('flow', flow);
  // The provider's own texts are not put into an address.
  if (error) page.searchParams.set('error', /^\w{1,64}$/.test(error) ? error : 'unknown');
  return page.href;
}

function ownPage(location: string | null, page: URL): URLSearchParams | null {
  if (location === null || !URL.canParse(location, page.href)) return null;
  const url = new URL(location, page);
  return url.origin === page.origin && url.pathname === page.pathname ? url.searchParams : null;
}
