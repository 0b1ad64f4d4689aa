import type { CurrentUser } from '../current-user.ts';

/**
 * The port of an identity provider; the auth context uses it.
 * Everything but `current` and `follow` rejects with an IdentityError when refused.
 */
export type Identity = {
  /** Reads the signed-in user from the provider. Rejects only when the provider does not respond. */
  current: () => Promise<CurrentUser | null>;
  /** Calls back when a sign-in may have happened that this page did not start. @returns a function that stops listening */
  follow: (onChange: () => void) => () => void;
  login: (credentials: Credentials) => Promise<CurrentUser>;
  signup: (credentials: Credentials) => Promise<CurrentUser>;
  /** Signs in through a window at Google or another issuer. The window opens before this returns, so call it inside a click handler. */
  loginWith: (provider: string) => Promise<CurrentUser>;
  logout: () => Promise<void>;
  updateUserEmail: (email: string) => Promise<CurrentUser>;
  updateUserPassword: (password: string) => Promise<void>;
  deleteAccount: () => Promise<void>;
  /** Mails a link if the account exists; the response is the same if it does not. */
  resetPassword: (email: string) => Promise<void>;
  /** Sets a new password with the token of the mailed link, and signs the account out everywhere. */
  setNewPassword: (change: { token: string; password: string }) => Promise<void>;
  /** Mails the link that verifies the address again. */
  sendVerification: () => Promise<void>;
};

export type Credentials = { email: string; password: string };
