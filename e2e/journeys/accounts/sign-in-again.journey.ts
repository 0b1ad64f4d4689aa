import { fills, presses } from '../../fixtures/account-forms.ts';
import { aDatabase } from '../../fixtures/servers/database.ts';
import { answers } from '../../fixtures/servers/open-id-provider.ts';
import { longAgo } from '../../fixtures/servers/sessions.ts';
import { test as base, expect } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

const test = base.extend<{ database: { url: string } }>({
  database: async ({ browserName: _ }, use) => {
    const database = await aDatabase();
    await use(database);
    await database.isDropped();
  },
  settings: async ({ database, openId }, use) => use({ DATABASE_URL: database.url, ...openId.settingsFor('oidc') }),
  expectedErrors: async ({ browserName: _ }, use) => use([/status of 40[13].*\/api\/auth\//]),
});

const NEW_PASSWORD = 'another long password';

test('a change long after the sign-in asks for the current password first', async ({ guard, account, database }) => {
  await guard.goto('/profile');
  await longAgo(database, account.email);
  await fills(guard, { 'New Password': NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD });
  await presses(guard, 'Update Password');
  const dialog = guard.getByRole('dialog', { name: 'Sign in again' });
  await fills(dialog, { 'Current Password': 'not this one' });
  await presses(dialog, 'Continue');
  await expect(toast(guard, 'Error', 'Failed to log in. Please check your credentials.')).toBeVisible();
  await fills(dialog, { 'Current Password': account.password });
  await presses(dialog, 'Continue');
  await expect(toast(guard, 'Success', 'Password updated successfully')).toBeVisible();
  await expect(dialog).toBeHidden();

  await fills(guard, { Email: 'ada@harbour.example' });
  await presses(guard, 'Update Email');
  await expect(toast(guard, 'Success', 'Email updated successfully')).toBeVisible();
});

test('a change is not made when the password dialog is dismissed', async ({ guard, account, database }) => {
  await guard.goto('/profile');
  await longAgo(database, account.email);
  const dialog = guard.getByRole('dialog', { name: 'Sign in again' });
  const dismissed = async () => {
    await expect(dialog).toBeVisible();
    await guard.keyboard.press('Escape');
  };

  await fills(guard, { Email: 'ada@harbour.example' });
  await presses(guard, 'Update Email');
  await dismissed();
  await expect(toast(guard, 'Error', 'Failed to update email')).toBeVisible();

  await fills(guard, { 'New Password': NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD });
  await presses(guard, 'Update Password');
  await dismissed();
  await expect(toast(guard, 'Error', 'Failed to update password')).toBeVisible();

  await presses(guard, 'Delete Account');
  await presses(guard.getByRole('alertdialog'), 'Delete Account');
  await dismissed();
  await expect(toast(guard, 'Error', 'Failed to delete account')).toBeVisible();
  await expect(guard).toHaveURL('/profile');
});

test('deleting the account long after the sign-in asks for the current password first', async ({
  guard,
  account,
  database,
}) => {
  await guard.goto('/profile');
  await longAgo(database, account.email);
  await presses(guard, 'Delete Account');
  await presses(guard.getByRole('alertdialog'), 'Delete Account');
  const dialog = guard.getByRole('dialog', { name: 'Sign in again' });
  await fills(dialog, { 'Current Password': account.password });
  await presses(dialog, 'Continue');
  await expect(toast(guard, 'Success', 'Your account has been permanently deleted')).toBeVisible();
  await expect(guard).toHaveURL('/');
});

test('an account without a password signs in again in the popup, as the same person', async ({
  page,
  server,
  openId,
  database,
}) => {
  const person = { id: 'ada', email: 'ada@harbour.example' };
  await openId.serves(server.url, person);
  await page.goto('/login');
  const first = page.waitForEvent('popup');
  await presses(page, 'Continue with Harbour Security');
  await answers(await first, 'Sign in');
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/profile');
  await longAgo(database, person.email);
  await fills(page, { Email: 'ada@gmail.com' });
  await presses(page, 'Update Email');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('Current Password', { exact: true })).toHaveCount(0);
  await page.context().clearCookies({ domain: '127.0.0.1', name: /_session|_interaction/ });
  const second = page.waitForEvent('popup');
  await presses(dialog, 'Continue with Harbour Security');
  await answers(await second, 'Sign in');
  await expect(toast(page, 'Success', 'Email updated successfully')).toBeVisible();
});
