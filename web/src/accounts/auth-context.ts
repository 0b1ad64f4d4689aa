import { createContext, useContext } from 'react';
import type { CurrentUser } from './current-user.ts';
import type { Credentials } from './identity/identity.ts';

/** The functions of the specification. Update, delete and password functions reject with 'No user logged in' when there is none. */
export type Auth = {
  currentUser: CurrentUser | null;
  /** True until the first response about the session. */
  loading: boolean;
  login: (credentials: Credentials) => Promise<void>;
  signup: (credentials: Credentials) => Promise<void>;
  /** Ends the session here and in the other tabs, and opens the home page; `stay` keeps the current page. */
  logout: (options?: { stay: boolean }) => Promise<void>;
  /** Signs in through a window. Browsers open windows only inside a click handler. */
  loginWithGoogle: () => Promise<void>;
  updateUserEmail: (email: string) => Promise<void>;
  updateUserPassword: (password: string) => Promise<void>;
  /** Deletes the account, and opens the home page. */
  deleteAccount: () => Promise<void>;
  /** Mails a link to /reset-password. */
  resetPassword: (email: string) => Promise<void>;
};

/** What the pages need beyond the specification. */
export type AuthExtras = {
  /** The user has chosen to sign out, and the home page is loading. */
  goingHome: boolean;
  /**
   * The time at which the session of `currentUser` ended elsewhere while a page was open; null while the session lasts.
   * The page stays on the screen, inert, until a user signs in.
   */
  signedOutAt: number | null;
  /** Registers an open page that needs a signed-in user. @returns a function that unregisters it */
  holdPage: () => () => void;
  /** Reads the session again, because it may have ended elsewhere. */
  recheck: () => Promise<void>;
  /** Signs in at a configured issuer, in a window. Browsers open windows only inside a click handler. */
  loginWith: (provider: string) => Promise<CurrentUser>;
  /** Signs in by other means than a password or an issuer. */
  loginBy: (signIn: () => Promise<CurrentUser>) => Promise<CurrentUser>;
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
