import type { Page } from '@playwright/test';
import { fills, presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

const NEW_PASSWORD = 'another long password';

test.use({ expectedErrors: [/status of 400.*reset-password/] });

test('a mailed link resets a forgotten password once', async ({ page, account, server }) => {
  await page.goto('/login');
  const modal = page.getByRole('dialog');
  await presses(modal, 'Forgot password?');
  await presses(modal, 'Send Reset Link');
  await expect(toast(page, 'Error', 'Please enter your email address')).toBeVisible();
  await fills(modal, { Email: account.email });
  await presses(modal, 'Send Reset Link');
  await expect(modal.getByRole('status')).toContainText(account.email);

  const link = await server.mailbox.linkTo(account.email, 'password-reset');
  expect(new URL(link).pathname).toBe('/reset-password');
  await page.goto(link);
  await presses(page, 'Set New Password');
  await expect(toast(page, 'Error', 'Passwords do not match')).toBeVisible();
  await fills(page, { 'New Password': 'short', 'Confirm Password': 'short' });
  await presses(page, 'Set New Password');
  await expect(toast(page, 'Error', 'Failed to update password')).toBeVisible();
  await fills(page, { 'New Password': NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD });
  await presses(page, 'Set New Password');
  await expect(toast(page, 'Success', 'Password updated successfully')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await fills(modal, { Email: account.email, Password: NEW_PASSWORD });
  await presses(modal, 'Login');
  await expect(page).toHaveURL('/dashboard');
});

test('the page of a used link can request a new link', async ({ page, account, server }) => {
  await page.goto('/auth');
  await presses(page, 'Forgot password?');
  await fills(page, { Email: account.email });
  await presses(page, 'Send Reset Link');
  const link = await server.mailbox.linkTo(account.email, 'password-reset');
  const use = async () => {
    await page.goto(link);
    await fills(page, { 'New Password': NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD });
    await presses(page, 'Set New Password');
  };
  await use();
  await expect(page).toHaveURL('/login');
  await use();
  await expect(page.getByRole('heading', { name: 'Ask for a new link' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(/This link no longer works/);
  await fills(page, { Email: account.email });
  await presses(page, 'Send Reset Link');
  await expect.poll(() => server.mailbox.count(account.email, 'password-reset')).toBe(2);
});

for (const place of ['/login', '/auth']) {
  test(`the address typed on ${place} is kept in the password reset form and back, and its field has the focus`, async ({
    page,
  }) => {
    await page.goto(place);
    await fills(page, { Email: 'ada@gmail.com' });
    await presses(page, 'Forgot password?');
    await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
    await expect(email(page)).toBeFocused();
    await expect(email(page)).toHaveValue('ada@gmail.com');

    await fills(page, { Email: 'ada@proton.me' });
    await presses(page, place === '/auth' ? 'Back to sign in' : 'Login');
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await expect(email(page)).toHaveValue('ada@proton.me');
    await expect(place === '/auth' ? email(page) : page.getByRole('button', { name: 'Register' })).toBeFocused();
  });
}

test('the page of an invalid link focuses its field', async ({ page }) => {
  await page.goto('/reset-password?token=none');
  await fills(page, { 'New Password': NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Ask for a new link' })).toBeVisible();
  await expect(email(page)).toBeFocused();
});

test('an address without an account gets the same message, and no mail', async ({ page, server }) => {
  await page.goto('/reset-password');
  await fills(page, { Email: 'nobody@gmail.com' });
  await presses(page, 'Send Reset Link');
  await expect(page.getByRole('status').filter({ hasText: 'nobody@gmail.com' })).toBeVisible();
  expect(server.mailbox.count('nobody@gmail.com', 'password-reset')).toBe(0);
});

function email(page: Page) {
  return page.getByLabel('Email', { exact: true });
}
