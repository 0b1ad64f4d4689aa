import type { Page, Response, Route } from '@playwright/test';
import { choosesInMenu, fills, presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';

test('a late response without a session does not undo a login', async ({ page, account }) => {
  await page.goto('/auth');
  const late = await asksAndWaits(page);
  await fills(page, { Email: account.email, Password: account.password });
  await presses(page, 'Sign In');
  await expect(page).toHaveURL('/dashboard');

  await late.arrives();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('a late response with a session does not undo a logout', async ({ guard }) => {
  await guard.goto('/profile');
  await expect(guard.getByRole('heading', { name: 'Profile' })).toBeVisible();
  const late = await asksAndWaits(guard);
  await choosesInMenu(guard, 'Logout');
  await expect(guard).toHaveURL('/');

  await late.arrives();
  await expect(guard.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
});

test('the page shows only a loading state until the first session response', async ({ page }) => {
  let answer: (value?: unknown) => void = () => undefined;
  const answered = new Promise((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/get-session', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/about');
  await expect(page.getByRole('status').filter({ hasText: 'Connecting…' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { name: 'About Us', level: 1 })).toBeVisible();
  await expect(page.getByText('Connecting…')).toHaveCount(0);
});

/** Makes the page request the session, as after a change in another tab, and holds the response back. */
async function asksAndWaits(page: Page) {
  const address = '**/api/auth/get-session';
  let release: (value?: unknown) => void = () => undefined;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  const answered = new Promise<void>((resolve) => {
    void page.route(
      address,
      async (route: Route) => {
        const response = await route.fetch();
        resolve();
        await released;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
  });
  const arrival: Promise<Response> = page.waitForResponse(address);
  await page.evaluate(() => localStorage.setItem('vedette.session-revision', '1000'));
  await answered;
  return {
    arrives: async () => {
      release();
      await (await arrival).finished();
      // The page has rendered the response two animation frames later.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    },
  };
}
