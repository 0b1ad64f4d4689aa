import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../../fixtures/account.ts';
import { choosesInMenu, fills, logsIn, opensLogin, presses } from '../../fixtures/account-forms.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import {
  aFirebaseEmulator,
  type FirebaseEmulator,
  standsInForGoogle,
} from '../../fixtures/servers/firebase-emulator.ts';
import { test as base, expect } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

// The product's own pages with IDENTITY=firebase and TEAM; the port that they use has tests of its own.
const test = base.extend<{ email: string }, { emulator: FirebaseEmulator }>({
  emulator: [
    async ({ browserName: _ }, use) => {
      const emulator = await aFirebaseEmulator();
      await use(emulator);
      await emulator.stops();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  settings: async ({ emulator }, use) => use({ ...emulator.settings, TEAM: 'true' }),
  email: async ({ browserName: _ }, use) => use(`ada-${randomUUID().slice(0, 8)}@gmail.com`),
  expectedErrors: async ({ browserName: _ }, use) => use([/status of 4\d\d/, /ERR_FAILED|ERR_NAME_NOT_RESOLVED/]),
});
// One worker, so that the emulator starts once.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ context }) => standsInForGoogle(context));

test('a person signs up, is the first administrator, signs out and in again', async ({ page, email }) => {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await fills(page, { 'Full Name': 'Ada', Email: email, Password: PASSWORD, 'Confirm Password': PASSWORD });
  await presses(page, 'Sign Up');
  await expect(page).toHaveURL('/dashboard');
  await expect(dashboardOf(page).connection).toHaveText('Live');

  await choosesInMenu(page, 'People');
  await expect(page.getByLabel(`Role of ${email}`)).toHaveValue('administrator');
  // The project makes the accounts.
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toHaveCount(0);

  await choosesInMenu(page, 'Logout');
  await expect(page).toHaveURL('/');
  await opensLogin(page);
  await logsIn(page, { email, password: 'not this one' });
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Email or password is wrong');
  await logsIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL('/dashboard');
  await page.reload();
  await expect(dashboardOf(page).connection).toHaveText('Live');
});

test('a person changes the password, and the other browser is signed out', async ({ page, email, browser, server }) => {
  await page.goto('/register');
  await fills(page, { Email: email, Password: PASSWORD, 'Confirm Password': PASSWORD });
  await presses(page, 'Register');
  await expect(toast(page, 'Success', 'Account created successfully')).toBeVisible();
  const context = await browser.newContext({ baseURL: server.url });
  await standsInForGoogle(context);
  const other = await context.newPage();
  await other.goto('/login');
  await logsIn(other, { email, password: PASSWORD });
  await expect(dashboardOf(other).connection).toHaveText('Live');

  await page.goto('/profile');
  const next = 'another long password';
  await fills(page, { 'New Password': next, 'Confirm Password': next });
  await presses(page, 'Update Password');
  await expect(toast(page, 'Success', 'Password updated successfully')).toBeVisible();
  await expect(other.getByRole('dialog').getByLabel('Password', { exact: true })).toBeVisible();
  await logsIn(other, { email, password: next });
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await context.close();
});

test('a forgotten password is asked for on the page, and the project mails a code', async ({
  page,
  email,
  emulator,
}) => {
  await page.goto('/register');
  await fills(page, { Email: email, Password: PASSWORD, 'Confirm Password': PASSWORD });
  await presses(page, 'Register');
  await expect(toast(page, 'Success', 'Account created successfully')).toBeVisible();
  await page.goto('/reset-password');
  await fills(page, { Email: email });
  await page.getByRole('button', { name: /Send/ }).click();
  await expect.poll(() => emulator.codeFor(email, 'PASSWORD_RESET').catch(() => '')).not.toBe('');
});
