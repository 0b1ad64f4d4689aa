import type { CurrentUser } from './current-user.ts';

/**
 * The port of an identity provider; the auth context uses it.
 * Everything but `current` and `follow` rejects with an IdentityError when refused.
 */
export type Identity = {
  /** The signed-in user, as the provider knows it now. Rejects only when the provider does not answer. */
  current: () => Promise<CurrentUser | null>;
  /** Calls back when somebody may have signed in without this page having waited for it. @returns a function that stops listening */
  follow: (onChange: () => void) => () => void;
  login: (credentials: Credentials) => Promise<CurrentUser>;
  signup: (credentials: Credentials) => Promise<CurrentUser>;
  /** Signs in through a window at Google or another issuer. It opens before this returns: call it inside a click. */
  loginWith: (provider: string) => Promise<CurrentUser>;
  logout: () => Promise<void>;
  updateUserEmail: (email: string) => Promise<CurrentUser>;
  updateUserPassword: (password: string) => Promise<void>;
  deleteAccount: () => Promise<void>;
  /** Mails a link, if there is such an account; the answer is the same if there is none. */
  resetPassword: (email: string) => Promise<void>;
  /** Sets a new password with the token of the mailed link, and signs the account out everywhere. */
  setNewPassword: (change: { token: string; password: string }) => Promise<void>;
  /** Mails the link that verifies the address once more. */
  sendVerification: () => Promise<void>;
};

export type Credentials = { email: string; password: string };
