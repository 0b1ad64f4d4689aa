import { createContext, useContext } from 'react';
import type { CurrentUser } from './current-user.ts';
import type { Credentials } from './identity.ts';

export type Auth = {
  currentUser: CurrentUser | null;
  /** The first answer about who is signed in is still on its way. */
  loading: boolean;
  login: (credentials: Credentials) => Promise<void>;
  signup: (credentials: Credentials) => Promise<void>;
  /** Ends the session here and in the other tabs, and goes to the home page. */
  logout: () => Promise<void>;
  loginWithGoogle: () => Promise<void>;
  /** Asks again who is signed in: the session may have ended elsewhere. */
  recheck: () => Promise<void>;
};

export const AuthContext = createContext<Auth | null>(null);

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('No auth context here');
  return auth;
}
