/** The part of the product's auth context that the auth test uses; the app passes it in. */
export type AuthUnderTest = {
  currentUser: TestedUser | null;
  loading: boolean;
  login: (credentials: { email: string; password: string }) => Promise<void>;
  loginWithGoogle: () => Promise<void>;
  logout: (options: { stay: boolean }) => Promise<void>;
  updateUserEmail: (email: string) => Promise<void>;
  resetPassword: (email: string) => Promise<void>;
  recheck: () => Promise<void>;
};

export type TestedUser = {
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string | null;
  photoURL: string | null;
  providerData: readonly { providerId: string }[];
};
