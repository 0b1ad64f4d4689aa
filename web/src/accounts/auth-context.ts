import { createContext, useContext } from 'react';
import type { CurrentUser } from './current-user.ts';
import type { Credentials } from './identity.ts';

/** The functions of the specification. Update, delete and password functions reject with 'No user logged in' when there is none. */
export type Auth = {
  currentUser: CurrentUser | null;
  /** The first answer about the session has not come yet. */
  loading: boolean;
  login: (credentials: Credentials) => Promise<void>;
  signup: (credentials: Credentials) => Promise<void>;
  /** Ends the session here and in the other tabs, and goes to the home page; `stay`: leaves the page as it is. */
  logout: (options?: { stay: boolean }) => Promise<void>;
  /** Opens a window: call it inside a click. */
  loginWithGoogle: () => Promise<void>;
  updateUserEmail: (email: string) => Promise<void>;
  updateUserPassword: (password: string) => Promise<void>;
  /** Erases the account, and goes to the home page. */
  deleteAccount: () => Promise<void>;
  /** Mails a link to /reset-password. */
  resetPassword: (email: string) => Promise<void>;
};

/** What the pages need beyond the specification. */
export type AuthExtras = {
  /** The user has chosen to sign out, and the home page is loading. */
  goingHome: boolean;
  /**
   * When the session of `currentUser` ended without them, while a page of theirs was open: it stays on the screen, out of
   * reach, until somebody signs in. Null: it has not.
   */
  signedOutAt: number | null;
  /** Registers an open page that needs a signed-in user. @returns a function that unregisters it */
  holdPage: () => () => void;
  /** Reads the session again: it may have ended elsewhere. */
  recheck: () => Promise<void>;
  /** Signs in at a configured issuer, in a window: call it inside a click. */
  loginWith: (provider: string) => Promise<CurrentUser>;
  setNewPassword: (change: { token: string; password: string }) => Promise<void>;
  sendVerification: () => Promise<void>;
};

export const AuthContext = createContext<(Auth & AuthExtras) | null>(null);

export function useAuth(): Auth {
  return useContextValue();
}

export function useAuthExtras(): AuthExtras {
  return useContextValue();
}

function useContextValue() {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('No auth context here');
  return auth;
}
