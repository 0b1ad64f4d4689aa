import { PASSWORD } from '../../fixtures/account.ts';
import { fills, logsIn, opensLogin, presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test('the modal opens over the page, requires both fields, and leads to the dashboard', async ({ page, account }) => {
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

test('the register mode has no name field, validates in order, and leads to the dashboard', async ({ page }) => {
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

test('the modal switches between its modes and does not offer GitHub', async ({ page }) => {
  await page.goto('/login');
  const modal = page.getByRole('dialog');
  await expect(modal.getByRole('button', { name: 'Continue with GitHub' })).toBeDisabled();
  await presses(modal, 'Register');
  await presses(modal, 'Login');
  await expect(modal.getByRole('heading', { name: 'Log in to Vedette' })).toBeVisible();
});

for (const address of ['/login/', '/LOGIN']) {
  test(`${address} opens /login`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('dialog', { name: 'Log in to Vedette' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test.describe('refused', () => {
  test.use({ expectedErrors: [/status of 4\d\d.*sign-(in|up)/] });

  test('a wrong password keeps the modal open, and the sixth in a minute is limited', async ({ page, account }) => {
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

  test('a registration with the address of an account shows an error', async ({ page, account }) => {
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

  test('the modal says who can create an account', async ({ page }) => {
    await page.goto('/login');
    const modal = page.getByRole('dialog');
    await presses(modal, 'Register');
    await fills(modal, { Email: 'ada@gmail.com', Password: PASSWORD, 'Confirm Password': PASSWORD });
    await presses(modal, 'Register');
    await expect(toast(page, 'Error', 'Failed to create account')).toBeVisible();
    await expect(modal.getByText(/^Registration is closed here/)).toBeVisible();
  });
});

test.describe('with the server stopped', () => {
  test.use({
    expectedErrors: [/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_CONTENT_LENGTH_MISMATCH/],
  });

  test('the modal shows a network error', async ({ page, account, server }) => {
    await page.goto('/login');
    const modal = page.getByRole('dialog');
    await fills(modal, { Email: account.email, Password: account.password });
    await server.isKilled();
    await presses(modal, 'Login');
    await expect(toast(page, 'Error', 'Failed to log in. Please check your credentials.')).toBeVisible();
    await expect(modal.getByText(/^Network Error/)).toBeVisible();
  });
});
