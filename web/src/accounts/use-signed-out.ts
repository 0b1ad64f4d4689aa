import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CurrentUser } from './current-user.ts';

/** Keeps an open page on the screen, inert, when its session ends elsewhere, until a user signs in. */
export function useSignedOut(
  currentUser: CurrentUser | null | undefined,
  setCurrentUser: (user: CurrentUser | null) => void,
) {
  const [signedOutAt, setSignedOutAt] = useState<number | null>(null);
  const heldPages = useRef(0);
  const former = useRef<string | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    if (signedOutAt !== null) {
      former.current = currentUser?.uid ?? null;
      return;
    }
    const before = former.current;
    former.current = null;
    // The page of one user is not shown to another one.
    if (before && currentUser && currentUser.uid !== before) navigate('/dashboard', { replace: true });
  }, [signedOutAt, currentUser, navigate]);

  /** @returns whether a page is kept */
  const keepSignedOut = useCallback(() => {
    if (heldPages.current > 0) setSignedOutAt((at) => at ?? Date.now());
    return heldPages.current > 0;
  }, []);
  const endSignedOut = useCallback(() => setSignedOutAt(null), []);

  const holdPage = useCallback(() => {
    heldPages.current += 1;
    return () => {
      heldPages.current -= 1;
      // The page that was kept is closed, so the user counts as signed out from here on.
      if (heldPages.current > 0 || former.current === null) return;
      former.current = null;
      setSignedOutAt(null);
      setCurrentUser(null);
    };
  }, [setCurrentUser]);

  return { signedOutAt, keepSignedOut, endSignedOut, holdPage };
}
