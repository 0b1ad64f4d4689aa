import type { AuthUnderTest } from './auth-under-test.ts';

/** The tools of a test. `auth()` returns the current auth context. */
export type AuthSteps = {
  auth: () => AuthUnderTest;
  credentials: { email: string; password: string };
  say: (text: string) => void;
  /** Waits between steps, for 1 to 5 seconds. */
  pause: (seconds: 1 | 2 | 3 | 4 | 5) => Promise<void>;
  /** Reloads the page and never returns; the test continues after the reload. */
  reload: () => Promise<never>;
};

export type AuthTestId = 'email' | 'social' | 'persistence' | 'reset';

export const authTests: Record<AuthTestId, { title: string; run: (steps: AuthSteps) => Promise<void> }> = {
  email: { title: 'Email Login/Logout', run: emailLoginAndLogout },
  social: { title: 'Social Login/Logout', run: socialLoginAndLogout },
  persistence: { title: 'Persistence', run: persistence },
  reset: { title: 'Password Reset', run: passwordReset },
};

async function emailLoginAndLogout({ auth, credentials, say, pause, ...steps }: AuthSteps) {
  const { email } = credentials;
  requireCredentials(credentials);
  say(`Logging in as ${email}`);
  await named('Failed to log in. Please check your credentials.', auth().login(credentials));
  await pause(2);
  expectUser(auth(), email);
  say(`Logged in: the auth state names ${email}`);
  await pause(1);
  await logOut({ auth, credentials, say, pause, ...steps });
  await pause(1);
  say('Changing the email without a user');
  const refusal = await auth()
    .updateUserEmail(email)
    .then(
      () => 'nothing',
      (error: unknown) => reasonOf(error),
    );
  if (refusal !== 'No user logged in') throw new Error(`Expected 'No user logged in', and got: ${refusal}`);
  say('Refused as it should be: No user logged in');
}

async function socialLoginAndLogout(steps: AuthSteps) {
  const { auth, say, pause } = steps;
  say('Logging in with Google: the window opens now');
  // The login comes before any pause, because browsers open windows only inside a click handler.
  await named('Failed to log in with Google', auth().loginWithGoogle());
  await pause(2);
  const { currentUser } = auth();
  if (!currentUser) throw new Error('The auth state names nobody after the login');
  const providers = currentUser.providerData.map(({ providerId }) => providerId).join(', ');
  say(`Logged in as ${currentUser.email} (${providers})`);
  await pause(3);
  await logOut(steps);
}

/** The first half of the test; `persistenceAfterReload` is the second. */
async function persistence({ auth, credentials, say, pause, reload }: AuthSteps) {
  if (auth().currentUser === null) {
    requireCredentials(credentials);
    say(`Logging in as ${credentials.email}`);
    await named('Failed to log in. Please check your credentials.', auth().login(credentials));
    await pause(2);
    expectUser(auth(), credentials.email);
  }
  say('Asking the server who is logged in');
  await auth().recheck();
  await pause(1);
  const { currentUser } = auth();
  if (!currentUser) throw new Error('The server knows no session');
  say(`The server agrees: ${currentUser.email}. Reloading the page`);
  await pause(1);
  await reload();
}

/** @param email the user who was logged in before the reload */
export async function persistenceAfterReload(email: string, { auth, say, pause }: AuthSteps) {
  say('The page is loaded anew');
  await pause(1);
  expectUser(auth(), email);
  say(`Still logged in as ${email}`);
}

async function passwordReset({ auth, credentials: { email }, say, pause }: AuthSteps) {
  if (email === '') throw new Error('Please enter an email');
  const before = auth().currentUser?.email ?? null;
  say(`Asking for a password reset mail to ${email}`);
  await auth().resetPassword(email);
  say('Accepted. The mail is on its way if there is such an account');
  await pause(5);
  await auth().recheck();
  await pause(1);
  const after = auth().currentUser?.email ?? null;
  if (after !== before) throw new Error(`The auth state changed from ${before} to ${after}`);
  say('The auth state is as it was: asking changes nothing by itself');
}

async function logOut({ auth, say, pause }: AuthSteps) {
  say('Logging out');
  await named('Failed to log out', auth().logout({ stay: true }));
  await pause(2);
  if (auth().currentUser) throw new Error('The auth state still names somebody after the logout');
  say('Logged out: the auth state names nobody');
}

function requireCredentials({ email, password }: AuthSteps['credentials']) {
  if (email === '' || password === '') throw new Error('Please enter both email and password');
}

function expectUser({ currentUser }: AuthUnderTest, email: string) {
  if (!currentUser) throw new Error(`Expected ${email} to be logged in, and nobody is`);
  if (currentUser.email.toLowerCase() !== email.toLowerCase()) {
    throw new Error(`Expected ${email}, and ${currentUser.email} is logged in`);
  }
}

async function named(failure: string, action: Promise<void>) {
  try {
    await action;
  } catch (error) {
    throw new Error(`${failure}${failure.endsWith('.') ? '' : ':'} ${reasonOf(error)}`);
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
