import { anAccount } from '../../fixtures/account.ts';
import { opensLogin, presses } from '../../fixtures/account-forms.ts';
import { answers } from '../../fixtures/servers/open-id-provider.ts';
import { test as base, expect } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

const test = base.extend({
  settings: async ({ openId }, use) => use({ ...openId.settingsFor('google'), ...openId.settingsFor('oidc') }),
});

const ada = { id: 'ada', email: 'ada@harbour.example' };

test('Continue with Google opens a popup, and leads to the dashboard', async ({ page, server, openId }) => {
  await openId.serves(server.url, ada);
  await page.goto('/');
  const modal = await opensLogin(page);
  const popup = page.waitForEvent('popup');
  await presses(modal, 'Continue with Google');
  await expect(modal.getByText('Waiting for the Google window …')).toBeVisible();
  await answers(await popup, 'Sign in');
  await expect(page).toHaveURL('/dashboard');
  await expect(toast(page, 'Success', "You've been logged in with Google")).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText(ada.email, { exact: true })).toBeVisible();
  await expect(page.getByText('Address verified')).toBeVisible();
});

test('another issuer is shown with its own name, and works with a strict opener policy', async ({
  page,
  server,
  openId,
}) => {
  await openId.serves(server.url, ada, { strictOpener: true });
  await page.goto('/login');
  const popup = page.waitForEvent('popup');
  await presses(page.getByRole('dialog'), 'Continue with Harbour Security');
  await answers(await popup, 'Sign in');
  await expect(page).toHaveURL('/dashboard');
  await expect(toast(page, 'Success', "You've been logged in with Harbour Security")).toBeVisible();
});

test('a sign-in that is cancelled at the provider shows a message', async ({ page, server, openId }) => {
  await openId.serves(server.url, ada);
  await page.goto('/login');
  const popup = page.waitForEvent('popup');
  await presses(page, 'Continue with Google');
  await answers(await popup, 'Cancel');
  await expect(toast(page, 'Failed to log in with Google', 'The sign-in was cancelled.')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a closed popup is reported after eight seconds, because its response may be pending', async ({
  page,
  server,
  openId,
}) => {
  await openId.serves(server.url, ada);
  await page.goto('/login');
  const popup = page.waitForEvent('popup');
  await presses(page, 'Continue with Google');
  const opened = await popup;
  await expect(opened.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const closed = Date.now();
  await opened.close();
  const failed = toast(page, 'Failed to log in with Google', 'The sign-in window was closed before it was done.');
  await expect(failed).toBeVisible({ timeout: 20_000 });
  expect(Date.now() - closed).toBeGreaterThanOrEqual(8_000);
  await expect(page.getByRole('button', { name: 'Continue with Google' })).not.toHaveAttribute('aria-busy', 'true');
});

test('an account with an unverified address is not linked', async ({ page, server, openId }) => {
  const { email } = await anAccount(server);
  await openId.serves(server.url, { id: 'mallory', email });
  await page.goto('/login');
  const popup = page.waitForEvent('popup');
  await presses(page, 'Continue with Google');
  await answers(await popup, 'Sign in');
  await expect(
    toast(page, 'Failed to log in with Google', /^There is an account with this address that has not been verified\./),
  ).toBeVisible();
});

test.describe('with the provider down', () => {
  test.use({ expectedErrors: [/status of 503.*sign-in\/social/] });

  test('an error is shown and the popup closes', async ({ page, openId }) => {
    await openId.stops();
    await page.goto('/login');
    const popup = page.waitForEvent('popup');
    await presses(page, 'Continue with Google');
    const opened = await popup;
    await expect(
      toast(page, 'Failed to log in with Google', 'The sign-in service does not answer. Try again in a moment.'),
    ).toBeVisible({ timeout: 20_000 });
    expect(opened.isClosed()).toBe(true);
  });
});

base('without Google on the server its button is disabled, with the reason', async ({ page }) => {
  await page.goto('/login');
  const button = page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Google is not set up on this server.');
});
