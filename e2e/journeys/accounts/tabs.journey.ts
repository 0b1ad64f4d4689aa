import type { Page } from '@playwright/test';
import { anAccount } from '../../fixtures/account.ts';
import { choosesInMenu, fills, logsIn, opensLogin, presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';

const WITHIN = 1_000;

test('a second tab follows a sign-in, a changed address and a sign-out within a second', async ({
  page,
  context,
  account,
}) => {
  const other = await context.newPage();
  await other.goto('/about');
  await page.goto('/');
  await opensLogin(page);
  await logsIn(page, account);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Account menu' })).toBeVisible();

  await other.goto('/profile');
  await page.goto('/profile');
  await fills(page, { Email: 'ada@harbour.example' });
  await presses(page, 'Update Email');
  await expect(other.getByText('ada@harbour.example', { exact: true })).toBeVisible();

  const left = momentOf(page, '/');
  const followed = momentOf(other, '/login');
  await choosesInMenu(page, 'Logout');
  expect((await followed) - (await left)).toBeLessThanOrEqual(WITHIN);
});

test('a tab without BroadcastChannel follows through the counter in the local storage', async ({
  page,
  context,
  account,
}) => {
  await account.signsInTo(context);
  const deaf = await context.newPage();
  await deaf.addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel');
  });
  await deaf.goto('/profile');
  await expect(deaf.getByText(account.email, { exact: true })).toBeVisible();
  await page.goto('/profile');
  await choosesInMenu(page, 'Logout');
  await expect(deaf).toHaveURL('/login');
});

test('a sign-in after another account was logged out starts at the dashboard', async ({ guard, context, server }) => {
  await guard.goto('/devices');
  await expect(guard.getByRole('heading', { name: 'Devices' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/about');
  await choosesInMenu(other, 'Logout');
  await expect(guard).toHaveURL('/login');

  const next = await anAccount(server);
  await logsIn(guard, next);
  await expect(guard).toHaveURL('/dashboard');
});

test.use({ expectedErrors: [/status of 401/] });

/** The time at which this page opened this address, on the clock that all tabs share. */
async function momentOf(page: Page, path: string): Promise<number> {
  await page.waitForURL((url) => url.pathname === path);
  return page.evaluate(() => Date.now());
}
