import { POPUP_PATH } from './popup-page.ts';

type End =
  | { flow: string }
  | { error: string }
  /** Where the identity library leads: our own page, or somewhere that nobody is led to. */
  | { led: string | null };

/** The page that a sign-in popup ends on, at our own origin whatever came in. */
export function popupAddress(origin: string, end: End): string {
  const page = new URL(POPUP_PATH, origin);
  const led = 'led' in end ? ownPage(end.led, page) : null;
  const flow = 'flow' in end ? end.flow : led?.get('flow');
  const error = 'error' in end ? end.error : 'led' in end ? (led === null ? 'unknown' : led.get('error')) : null;
  if (flow) page.searchParams.set('flow', flow);
  // The provider's own words stay out of our addresses.
  if (error) page.searchParams.set('error', /^\w{1,64}$/.test(error) ? error : 'unknown');
  return page.href;
}

function ownPage(location: string | null, page: URL): URLSearchParams | null {
  if (location === null || !URL.canParse(location, page.href)) return null;
  const url = new URL(location, page);
  return url.origin === page.origin && url.pathname === page.pathname ? url.searchParams : null;
}
