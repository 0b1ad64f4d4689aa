import { describe, expect, it } from 'vitest';
import { type AuthSteps, authTests, persistenceAfterReload } from './auth-tests.ts';
import type { AuthUnderTest, TestedUser } from './auth-under-test.ts';

const credentials = { email: 'ada@gmail.com', password: 'correct horse' };
const ada: TestedUser = {
  uid: '1',
  email: credentials.email,
  emailVerified: true,
  displayName: null,
  photoURL: null,
  providerData: [{ providerId: 'password' }],
};

/** A working auth context with some members replaced. */
function stepsOn(broken: Partial<AuthUnderTest> = {}) {
  const auth: AuthUnderTest = {
    currentUser: null,
    loading: false,
    login: () => becomes(ada),
    loginWithGoogle: () => becomes(ada),
    logout: () => becomes(null),
    updateUserEmail: () => Promise.reject(new Error('No user logged in')),
    resetPassword: async () => undefined,
    recheck: async () => undefined,
    ...broken,
  };
  async function becomes(user: TestedUser | null) {
    auth.currentUser = user;
  }
  const pauses: number[] = [];
  const steps: AuthSteps = {
    auth: () => auth,
    credentials,
    say: () => undefined,
    pause: async (seconds) => void pauses.push(seconds),
    reload: () => Promise.reject(new Error('reloaded')),
  };
  return { steps, pauses };
}

it('passes with a correct auth context, 1 to 5 seconds between its steps', async () => {
  const { steps, pauses } = stepsOn();
  for (const id of ['email', 'social', 'reset'] as const) await authTests[id].run(steps);
  await expect(authTests.persistence.run(steps)).rejects.toThrow('reloaded');
  await persistenceAfterReload(credentials.email, steps);
  expect(pauses.length).toBeGreaterThan(8);
  for (const seconds of pauses) expect(seconds >= 1 && seconds <= 5).toBe(true);
});

describe('notices', () => {
  const nothing = async () => undefined;
  const cases = [
    ['a login that changes nothing', 'email', { login: nothing }, /nobody is/],
    [
      'somebody else after the login',
      'email',
      { currentUser: { ...ada, email: 'eve@gmail.com' }, login: nothing },
      /eve@/,
    ],
    ['a logout that changes nothing', 'email', { logout: nothing }, /still names somebody/],
    ['a change of the email without a user', 'email', { updateUserEmail: nothing }, /Expected 'No user logged in'/],
    ['a social login that changes nothing', 'social', { loginWithGoogle: nothing }, /names nobody/],
    [
      'a refused social login',
      'social',
      { loginWithGoogle: () => Promise.reject(new Error('Closed.')) },
      /Google: Closed/,
    ],
    ['a refused mail', 'reset', { resetPassword: () => Promise.reject(new Error('Not an address')) }, /Not an address/],
  ] as const;

  for (const [what, id, broken, message] of cases) {
    it(what, async () => {
      await expect(authTests[id].run(stepsOn(broken).steps)).rejects.toThrow(message);
    });
  }

  it('a session that ended with the page', async () => {
    await expect(persistenceAfterReload(credentials.email, stepsOn().steps)).rejects.toThrow(/nobody is/);
  });

  it('empty fields', async () => {
    const { steps } = stepsOn();
    const empty = { ...steps, credentials: { email: '', password: '' } };
    await expect(authTests.email.run(empty)).rejects.toThrow('Please enter both email and password');
    await expect(authTests.reset.run(empty)).rejects.toThrow('Please enter an email');
  });
});
