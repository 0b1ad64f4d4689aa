import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test('signing in on /auth requires both fields, and leads to the dashboard', async ({ page, account }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(toast(page, 'Error', 'Please enter both email and password')).toBeVisible();

  await signIn(page, account);
  await expect(toast(page, 'Success', "You've been logged in")).toBeVisible();
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/auth');
  await expect(page).toHaveURL('/dashboard');
});

test.describe('a wrong password', () => {
  test.use({ expectedErrors: [/status of 401.*sign-in/] });

  test('is refused with a message that does not reveal which field was wrong', async ({ page, account }) => {
    await page.goto('/auth');
    await signIn(page, { ...account, password: 'not this one' });
    await expect(toast(page, 'Error', 'Failed to log in. Please check your credentials.')).toBeVisible();
    await expect(page).toHaveURL('/auth');
  });
});

for (const closed of ['/dashboard', '/devices']) {
  test(`${closed} sends a visitor to /login, and back after signing in`, async ({ page, account }) => {
    await page.goto(closed);
    await expect(page).toHaveURL('/login');
    const modal = page.getByRole('dialog');
    await modal.getByLabel('Email', { exact: true }).fill(account.email);
    await modal.getByLabel('Password', { exact: true }).fill(account.password);
    await modal.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(closed);
  });
}

test('closing the modal of /login leads to the home page', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/');
});

test('logging out by the menu leads to the home page, and in other tabs to /login', async ({ guard, context }) => {
  await guard.goto('/dashboard');
  const otherTab = await context.newPage();
  await otherTab.goto('/devices');
  await expect(otherTab.getByRole('heading', { name: 'Devices' })).toBeVisible();

  await guard.getByRole('button', { name: 'Account menu' }).click();
  await guard.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(guard).toHaveURL('/');
  await expect(toast(guard, 'Success', 'Successfully logged out')).toBeVisible();
  await expect(otherTab).toHaveURL('/login');

  await guard.goto('/dashboard');
  await expect(guard).toHaveURL('/login');
});

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}
