import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A new page starts at its top, with the focus there; Back and Forward restore the scroll position. */
export function useArrival(content: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  const how = useNavigationType();
  const before = useRef(pathname);

  useLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (how === 'POP') return;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [pathname, how, content]);
}
