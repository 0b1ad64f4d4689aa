import { logsIn, opensLogin, presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch dynamically imported module/] });

const tryAgain = 'It could not be loaded. Check your connection, then press Login again.';

test('a login whose code does not load keeps the page, and opens at the next click', async ({ page, account }) => {
  const code = '**/assets/login-dialog-*.js';
  await page.route(code, (route) => route.abort());
  await page.goto('/about');
  await presses(page, 'Login');
  await expect(toast(page, 'The login did not open', tryAgain)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'About Us', level: 1 })).toBeVisible();

  await page.goto('/devices');
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'The login did not open', tryAgain)).toBeVisible();
  await page.unroute(code);
  await opensLogin(page);
  await logsIn(page, account);
  await expect(page).toHaveURL('/devices');
});

test('an account menu whose code does not load opens at the next click', async ({ guard }) => {
  const code = '**/assets/member-menu-*.js';
  await guard.route(code, (route) => route.abort());
  await guard.goto('/about');
  await presses(guard, 'Account menu');
  await expect(toast(guard, 'The menu did not open', /then try again/)).toBeVisible();
  await guard.unroute(code);
  await presses(guard, 'Account menu');
  await expect(guard.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
});

test('a verification notice whose code does not load explains what to do', async ({ page }) => {
  await page.route('**/assets/verification-notice-*.js', (route) => route.abort());
  await page.goto('/?verification=done');
  await expect(toast(page, 'Your verification link was followed', /then reload the page/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Key Features' })).toBeVisible();
});
