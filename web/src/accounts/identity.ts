import type { CurrentUser } from './current-user.ts';

/**
 * What an identity provider must be able to do; the auth context stands on it.
 * Everything but `current` and `follow` rejects with an IdentityError when refused.
 */
export type Identity = {
  /** Who is signed in, as the provider knows it now. Rejects only when the provider cannot be asked. */
  current: () => Promise<CurrentUser | null>;
  /** Calls back when somebody may have signed in without this page having waited for it. @returns how to stop */
  follow: (onChange: () => void) => () => void;
  login: (credentials: Credentials) => Promise<CurrentUser>;
  signup: (credentials: Credentials) => Promise<CurrentUser>;
  /** By a window at Google or another issuer, which opens before this returns: call it inside a click. */
  loginWith: (provider: string) => Promise<CurrentUser>;
  logout: () => Promise<void>;
  updateUserEmail: (email: string) => Promise<CurrentUser>;
  updateUserPassword: (password: string) => Promise<void>;
  deleteAccount: () => Promise<void>;
  /** Mails a link, if there is such an account; the answer is the same if there is none. */
  resetPassword: (email: string) => Promise<void>;
  /** What the mailed link is for. It signs the account out everywhere. */
  setNewPassword: (change: { token: string; password: string }) => Promise<void>;
  /** Mails the link that verifies the address once more. */
  sendVerification: () => Promise<void>;
};

export type Credentials = { email: string; password: string };
