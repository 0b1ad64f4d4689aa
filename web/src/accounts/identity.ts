import type { CurrentUser } from './current-user.ts';

/** What an identity provider must be able to do; the auth context stands on it. All but `current` reject when refused. */
export type Identity = {
  /** Who is signed in, as the provider knows it now. Rejects only when the provider cannot be asked. */
  current: () => Promise<CurrentUser | null>;
  login: (credentials: Credentials) => Promise<CurrentUser>;
  signup: (credentials: Credentials) => Promise<CurrentUser>;
  logout: () => Promise<void>;
  /** Leaves the page for Google's own. */
  loginWithGoogle: () => Promise<void>;
};

export type Credentials = { email: string; password: string };
