import { randomUUID } from 'node:crypto';
import type { JSHandle, Page } from '@playwright/test';
import type { Identity } from '../../../web/src/accounts/identity/identity.ts';
import { PASSWORD } from '../../fixtures/account.ts';
import { aDatabase } from '../../fixtures/servers/database.ts';
import {
  aFirebaseEmulator,
  type FirebaseEmulator,
  signsInAt,
  standsInForGoogle,
} from '../../fixtures/servers/firebase-emulator.ts';
import { adapterOn, identityAdapters, outcomeOf } from '../../fixtures/servers/identity-adapter.ts';
import { answers } from '../../fixtures/servers/open-id-provider.ts';
import { longAgo } from '../../fixtures/servers/sessions.ts';
import { test as base, expect } from '../../fixtures/test.ts';

// The conformance tests of the identity port. Another provider needs one more entry in identityAdapters.
for (const adapter of identityAdapters) {
  const isFirebase = adapter.name === 'firebase';
  const test = base.extend<
    { identity: JSHandle<Identity>; email: string; database: { url: string } },
    { emulator: FirebaseEmulator | null }
  >({
    emulator: [
      async ({ browserName: _ }, use) => {
        const emulator = isFirebase ? await aFirebaseEmulator() : null;
        await use(emulator);
        await emulator?.stops();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    database: async ({ browserName: _ }, use) => {
      const database = await aDatabase();
      await use(database);
      await database.isDropped();
    },
    settings: async ({ openId, emulator, database }, use) =>
      use({ ...(emulator?.settings ?? openId.settingsFor('google')), DATABASE_URL: database.url }),
    email: async ({ browserName: _ }, use) => use(`ada-${randomUUID().slice(0, 8)}@gmail.com`),
    identity: async ({ context, page }, use) => {
      if (isFirebase) await standsInForGoogle(context);
      await use(await adapterOn(page, adapter));
    },
    expectedErrors: async ({ browserName: _ }, use) =>
      use([/status of 4\d\d/, ...(isFirebase ? [/ERR_FAILED|ERR_NAME_NOT_RESOLVED/] : [])]),
  });

  test.describe(`the identity port, ${adapter.name}`, () => {
    // One worker, so that the emulator starts once.
    if (isFirebase) test.describe.configure({ mode: 'default' });

    test('has no user at first', async ({ identity }) => {
      expect(await outcomeOf(identity, 'current')).toEqual({ value: null });
    });

    test('signs up, returns the user, signs out and in again', async ({ identity, email }) => {
      const user = {
        uid: expect.stringMatching(/./),
        email,
        emailVerified: false,
        displayName: null,
        photoURL: null,
        providerData: [{ providerId: 'password' }],
      };
      expect(await outcomeOf(identity, 'signup', { email, password: PASSWORD })).toEqual({ value: user });
      expect(await outcomeOf(identity, 'current')).toEqual({ value: user });
      expect(await outcomeOf(identity, 'logout')).toEqual({ value: null });
      expect(await outcomeOf(identity, 'current')).toEqual({ value: null });
      expect(await outcomeOf(identity, 'login', { email, password: PASSWORD })).toEqual({ value: user });
    });

    test('refuses with reasons', async ({ identity, email }) => {
      const reasonOf = async (...call: Parameters<typeof outcomeOf> extends [unknown, ...infer Rest] ? Rest : never) =>
        outcomeOf(identity, ...call).then((outcome) => ('reason' in outcome ? outcome.reason : outcome));
      await outcomeOf(identity, 'signup', { email, password: PASSWORD });
      expect(await reasonOf('signup', { email, password: PASSWORD })).toBe('email-taken');
      expect(await reasonOf('signup', { email: 'b@gmail.com', password: 'short' })).toBe('password-too-short');
      expect(await reasonOf('signup', { email: 'b@gmail.com', password: 'x'.repeat(200) })).toBe('password-too-long');
      expect(await reasonOf('login', { email, password: 'not this one' })).toBe('wrong-credentials');
      expect(await reasonOf('login', { email: 'nobody@gmail.com', password: PASSWORD })).toBe('wrong-credentials');
      expect(await reasonOf('setNewPassword', { token: 'never was', password: PASSWORD })).toBe('link-invalid');
      expect(await reasonOf('updateUserPassword', 'short')).toBe('password-too-short');
      expect(await reasonOf('updateUserEmail', 'no address')).toBe('email-invalid');
    });

    test("answers 'No user logged in' without a session", async ({ identity }) => {
      const nobody = { reason: 'no-user', message: 'No user logged in' };
      expect(await outcomeOf(identity, 'updateUserEmail', 'b@gmail.com')).toEqual(nobody);
      expect(await outcomeOf(identity, 'updateUserPassword', PASSWORD)).toEqual(nobody);
      expect(await outcomeOf(identity, 'deleteAccount')).toEqual(nobody);
      expect(await outcomeOf(identity, 'sendVerification')).toEqual(nobody);
    });

    test('changes address and password, and deletes the account', async ({ identity, email }) => {
      const next = `new-${email}`;
      await outcomeOf(identity, 'signup', { email, password: PASSWORD });
      expect(await outcomeOf(identity, 'updateUserEmail', next)).toMatchObject({
        value: { email: next, emailVerified: false },
      });
      expect(await outcomeOf(identity, 'updateUserPassword', 'another long password')).toEqual({ value: null });
      await outcomeOf(identity, 'logout');
      expect(await outcomeOf(identity, 'login', { email: next, password: 'another long password' })).toMatchObject({
        value: { email: next },
      });
      expect(await outcomeOf(identity, 'deleteAccount')).toEqual({ value: null });
      expect(await outcomeOf(identity, 'current')).toEqual({ value: null });
      expect(await outcomeOf(identity, 'login', { email: next, password: 'another long password' })).toMatchObject({
        reason: 'wrong-credentials',
      });
    });

    test('refuses changes long after the sign-in', async ({ identity, email, database }) => {
      await outcomeOf(identity, 'signup', { email, password: PASSWORD });
      await longAgo(database, email);
      const tooOld = { reason: 'requires-recent-login' };
      expect(await outcomeOf(identity, 'updateUserEmail', `new-${email}`)).toMatchObject(tooOld);
      expect(await outcomeOf(identity, 'updateUserPassword', 'another long password')).toMatchObject(tooOld);
      expect(await outcomeOf(identity, 'deleteAccount')).toMatchObject(tooOld);
      await outcomeOf(identity, 'login', { email, password: PASSWORD });
      expect(await outcomeOf(identity, 'updateUserPassword', 'another long password')).toEqual({ value: null });
    });

    test('mails a link that resets the password once', async ({ identity, email, server, emulator }) => {
      await outcomeOf(identity, 'signup', { email, password: PASSWORD });
      expect(await outcomeOf(identity, 'resetPassword', email)).toEqual({ value: null });
      expect(await outcomeOf(identity, 'resetPassword', 'nobody@gmail.com')).toEqual({ value: null });
      const token = emulator
        ? await emulator.codeFor(email, 'PASSWORD_RESET')
        : new URL(await server.mailbox.linkTo(email, 'password-reset')).searchParams.get('token');
      const change = { token, password: 'another long password' };
      expect(await outcomeOf(identity, 'setNewPassword', change)).toEqual({ value: null });
      expect(await outcomeOf(identity, 'current')).toEqual({ value: null });
      expect(await outcomeOf(identity, 'setNewPassword', change)).toMatchObject({ reason: 'link-invalid' });
      expect(await outcomeOf(identity, 'login', { email, password: change.password })).toMatchObject({
        value: { email },
      });
    });

    test('signs in by popup, and returns the reason of a failure', async ({
      identity,
      email,
      page,
      openId,
      server,
    }) => {
      if (isFirebase) await outcomeOf(identity, 'current');
      else await openId.serves(server.url, { id: 'ada', email });
      const popups = isFirebase ? emulatorPopups(page, email) : issuerPopups(page);
      const [declined] = await Promise.all([outcomeOf(identity, 'loginWith', 'google'), popups.declines()]);
      expect(declined).toMatchObject({ reason: popups.reason });
      const [entered] = await Promise.all([outcomeOf(identity, 'loginWith', 'google'), popups.signsIn()]);
      expect(entered).toMatchObject({
        value: { email, emailVerified: true, providerData: [{ providerId: 'google' }] },
      });
      expect(await outcomeOf(identity, 'loginWith', 'oidc')).toMatchObject({ reason: 'not-configured' });
    });
  });
}

function issuerPopups(page: Page) {
  return {
    reason: 'popup-cancelled',
    declines: async () => answers(await page.waitForEvent('popup'), 'Cancel'),
    signsIn: async () => answers(await page.waitForEvent('popup'), 'Sign in'),
  };
}

function emulatorPopups(page: Page, email: string) {
  return {
    reason: 'popup-closed',
    declines: async () => (await page.waitForEvent('popup')).close(),
    signsIn: async () => signsInAt(await page.waitForEvent('popup'), email),
  };
}
