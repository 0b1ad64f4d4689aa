import { anAccount } from '../../fixtures/account.ts';
import { choosesInMenu, fills, logsIn, presses } from '../../fixtures/account-forms.ts';
import { holdsBack } from '../../fixtures/held-back.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

const NEW_PASSWORD = 'another long password';

test('a visitor of /profile signs in and returns to it', async ({ page, account }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  await logsIn(page, account);
  await expect(page).toHaveURL('/profile');
  await expect(page).toHaveTitle('Profile · Vedette');
});

test('the profile shows the address and changes it', async ({ guard, account, server }) => {
  // Only a confirmed address gets a mail about its removal.
  await account.calls('POST', '/api/auth/send-verification-email', {});
  await guard.goto(await server.mailbox.linkTo(account.email, 'verification'));
  await guard.goto('/');
  await choosesInMenu(guard, 'Profile');
  await expect(guard).toHaveURL('/profile');
  await expect(guard.getByText(account.email, { exact: true })).toBeVisible();
  const field = guard.getByLabel('Email', { exact: true });
  await expect(field).toHaveValue(account.email);

  const asked: string[] = [];
  guard.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await presses(guard, 'Update Email');
  await field.fill(account.email.toUpperCase());
  await presses(guard, 'Update Email');
  await field.fill('');
  await presses(guard, 'Update Email');
  await expect(guard.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')).toHaveCount(0);
  expect(asked).not.toContain('/api/auth/change-email');

  await field.fill('ada@harbour.example');
  await presses(guard, 'Update Email');
  await expect(toast(guard, 'Success', 'Email updated successfully')).toBeVisible();
  await expect(guard.getByText('ada@harbour.example', { exact: true })).toBeVisible();
  await expect(field).toHaveValue('ada@harbour.example');
  await expect.poll(() => server.mailbox.count(account.email, 'email-changed')).toBe(1);
});

test('a new password keeps this session and ends all others', async ({ guard, account, browser, server }) => {
  const elsewhere = await browser.newContext({ baseURL: server.url });
  const other = await elsewhere.newPage();
  await other.goto('/auth');
  await fills(other, { Email: account.email, Password: account.password });
  await presses(other, 'Sign In');
  await expect(other).toHaveURL('/dashboard');

  await guard.goto('/profile');
  await presses(guard, 'Update Password');
  await expect(toast(guard, 'Error', 'Passwords do not match')).toBeVisible();
  await fills(guard, { 'New Password': NEW_PASSWORD, 'Confirm Password': 'something else' });
  await presses(guard, 'Update Password');
  await expect(guard.getByLabel('Confirm Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await fills(guard, { 'Confirm Password': NEW_PASSWORD });
  await presses(guard, 'Update Password');
  await expect(toast(guard, 'Success', 'Password updated successfully')).toBeVisible();
  await expect(guard.getByLabel('New Password', { exact: true })).toHaveValue('');
  await guard.reload();
  await expect(guard).toHaveURL('/profile');

  await expect(other.getByRole('dialog', { name: /^You were signed out at/ })).toBeVisible();
  await elsewhere.close();
});

test.describe('a deleted account', () => {
  // The server may end the stream before the page knows that the account is deleted.
  test.use({ expectedErrors: [/status of 401.*\/api\/detections\/stream/] });

  test('is deleted after a confirmation and cannot sign in', async ({ guard, account, server }) => {
    await guard.goto('/profile');
    await presses(guard, 'Delete Account');
    const question = guard.getByRole('alertdialog');
    await presses(question, 'Cancel');
    await expect(question).toBeHidden();
    await expect(guard).toHaveURL('/profile');

    await presses(guard, 'Delete Account');
    await presses(question, 'Delete Account');
    const goodbye = toast(guard, 'Success', 'Your account has been permanently deleted');
    await expect(goodbye).toBeVisible();
    await expect(guard).toHaveURL('/');
    await expect(guard.getByRole('button', { name: 'Login' })).toBeVisible();

    await guard.goto('/profile');
    await expect(guard).toHaveURL('/login');
    await expect.poll(() => server.mailbox.count(account.email, 'account-deleted')).toBe(1);
  });
});

test.describe('refused', () => {
  test.use({ expectedErrors: [/status of 4\d\d.*\/api\//] });

  test('a taken address, an empty one, and a password that is too short', async ({ guard, server }) => {
    const taken = await anAccount(server);
    await guard.goto('/profile');
    await fills(guard, { Email: taken.email });
    await presses(guard, 'Update Email');
    await expect(toast(guard, 'Error', 'Failed to update email')).toBeVisible();
    const field = guard.getByLabel('Email', { exact: true });
    await expect(field).toHaveAccessibleDescription('There is an account with this address already');
    await fills(guard, { Email: 'no address' });
    await presses(guard, 'Update Email');
    await expect(field).toHaveAccessibleDescription('This is not a mail address');

    await fills(guard, { 'New Password': 'short', 'Confirm Password': 'short' });
    await presses(guard, 'Update Password');
    await expect(toast(guard, 'Error', 'Failed to update password')).toBeVisible();
    await expect(guard.getByLabel('New Password', { exact: true })).toHaveAccessibleDescription(/Too short/);
  });

  test('every change after the session was ended elsewhere', async ({ guard, account }) => {
    await guard.goto('/profile');
    await expect(guard.getByText(account.email, { exact: true })).toBeVisible();
    // The stream ends at once, but the session request of the page stays pending.
    const answer = await holdsBack(guard, '**/api/auth/get-session');
    await account.calls('POST', '/api/auth/sign-out', {});
    await fills(guard, { Email: 'ada@harbour.example' });
    await presses(guard, 'Update Email');
    await expect(toast(guard, 'No user logged in', 'Failed to update email')).toBeVisible();
    answer();
    await expect(guard.getByRole('dialog', { name: /^You were signed out at/ })).toBeVisible();
    await expect(guard).toHaveURL('/profile');
  });
});

test.describe('with the server stopped', () => {
  test.use({
    expectedErrors: [
      /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|INCOMPLETE_CHUNKED|ERR_CONTENT_LENGTH_MISMATCH/,
    ],
  });

  test('deleting and logging out show an error, and the session continues', async ({ guard, account, server }) => {
    const menu = guard.waitForResponse(/member-menu/);
    await guard.goto('/profile');
    await expect(guard.getByText(account.email, { exact: true })).toBeVisible();
    // Waits for all code of the menu: the response event comes before the body is complete.
    await guard.evaluate(`import('${(await menu).url()}').then(() => undefined)`);
    await server.isKilled();
    await presses(guard, 'Delete Account');
    await presses(guard.getByRole('alertdialog'), 'Delete Account');
    await expect(toast(guard, 'Error', 'Failed to delete account')).toBeVisible();
    await choosesInMenu(guard, 'Logout');
    await expect(toast(guard, 'Error', 'Failed to log out')).toBeVisible();
    await expect(guard).toHaveURL('/profile');
  });
});
