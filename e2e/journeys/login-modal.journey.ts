import { PASSWORD } from '../fixtures/account.ts';
import { fills, logsIn, opensLogin, presses } from '../fixtures/account-forms.ts';
import { expect, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

test('the modal opens in place, asks for both fields, and leads to the dashboard', async ({ page, account }) => {
  await page.goto('/auth');
  const modal = await opensLogin(page);
  await expect(page).toHaveURL('/auth');
  await presses(modal, 'Login');
  await expect(toast(page, 'Error', 'Please enter both email and password')).toBeVisible();
  await expect(modal.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(modal.getByLabel('Email', { exact: true })).toBeFocused();

  await logsIn(page, account);
  await expect(page).toHaveURL('/dashboard');
  await expect(toast(page, 'Success', "You've been logged in")).toBeVisible();
});

test('its register mode reads no name, checks in order, and leads to the dashboard', async ({ page }) => {
  await page.goto('/');
  const modal = await opensLogin(page);
  await presses(modal, 'Register');
  await expect(modal.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await presses(modal, 'Register');
  await expect(toast(page, 'Error', 'Please fill in all fields')).toBeVisible();
  await expect(modal.getByLabel('Name', { exact: true })).not.toHaveAttribute('aria-invalid', 'true');

  await fills(modal, { Email: 'ada@nowhere.example', Password: PASSWORD, 'Confirm Password': 'something else' });
  await presses(modal, 'Register');
  await expect(
    toast(page, 'Error', 'Please use a valid email domain (e.g., gmail.com, yahoo.com, outlook.com)'),
  ).toBeVisible();

  await fills(modal, { Email: 'ada@gmail.com' });
  await presses(modal, 'Register');
  await expect(toast(page, 'Error', 'Passwords do not match')).toBeVisible();

  await fills(modal, { 'Confirm Password': PASSWORD });
  await presses(modal, 'Register');
  await expect(page).toHaveURL('/dashboard');
  await expect(toast(page, 'Success', 'Account created successfully')).toBeVisible();
});

test('switches back and forth, and GitHub is not on offer', async ({ page }) => {
  await page.goto('/login');
  const modal = page.getByRole('dialog');
  await expect(modal.getByRole('button', { name: 'Continue with GitHub' })).toBeDisabled();
  await presses(modal, 'Register');
  await presses(modal, 'Login');
  await expect(modal.getByRole('heading', { name: 'Sign in to Vedette' })).toBeVisible();
});

for (const address of ['/login/', '/LOGIN']) {
  test(`${address} is /login`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('dialog', { name: 'Sign in to Vedette' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test.describe('refused', () => {
  test.use({ expectedErrors: [/status of 4\d\d.*sign-(in|up)/] });

  test('a wrong password stays in the modal, and the sixth in a minute has to wait', async ({ page, account }) => {
    await page.goto('/login');
    const modal = page.getByRole('dialog');
    await fills(modal, { Email: account.email, Password: 'not this one' });
    const failed = toast(page, 'Error', 'Failed to log in. Please check your credentials.');
    await presses(modal, 'Login');
    await expect(failed).toBeVisible();
    await expect(modal.getByText('Email or password is wrong')).toBeVisible();
    await expect(async () => {
      await presses(modal, 'Login');
      await expect(modal.getByText(/^Too many attempts\. Try again in \d+ (second|minute)s?\.$/)).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await expect(page).toHaveURL('/login');
  });

  test('an address that has an account cannot be registered again', async ({ page, account }) => {
    await page.goto('/login');
    const modal = page.getByRole('dialog');
    await presses(modal, 'Register');
    await fills(modal, { Email: account.email, Password: PASSWORD, 'Confirm Password': PASSWORD });
    await presses(modal, 'Register');
    await expect(toast(page, 'Error', 'Failed to create account')).toBeVisible();
    await expect(modal.getByText('There is an account with this address already')).toBeVisible();
  });
});

test.describe('with registration closed', () => {
  test.use({ settings: { REGISTRATION: 'closed' }, expectedErrors: [/status of 403.*sign-up/] });

  test('the modal says whom to ask', async ({ page }) => {
    await page.goto('/login');
    const modal = page.getByRole('dialog');
    await presses(modal, 'Register');
    await fills(modal, { Email: 'ada@gmail.com', Password: PASSWORD, 'Confirm Password': PASSWORD });
    await presses(modal, 'Register');
    await expect(toast(page, 'Error', 'Failed to create account')).toBeVisible();
    await expect(modal.getByText(/^Registration is closed here/)).toBeVisible();
  });
});

test.describe('with the server gone', () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/] });

  test('the modal says that it is the network', async ({ page, account, server }) => {
    await page.goto('/login');
    const modal = page.getByRole('dialog');
    await fills(modal, { Email: account.email, Password: account.password });
    await server.isKilled();
    await presses(modal, 'Login');
    await expect(toast(page, 'Error', 'Failed to log in. Please check your credentials.')).toBeVisible();
    await expect(modal.getByText(/^Network Error/)).toBeVisible();
  });
});
