import { PASSWORD } from '../../fixtures/account.ts';
import { fills, presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test('the register form requires an address and matching passwords, and leads to the home page', async ({ page }) => {
  await page.goto('/register');
  await presses(page, 'Register');
  await expect(toast(page, 'Error', 'Please fill in all fields')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();

  await fills(page, { Email: 'ada@gmail.com', Password: PASSWORD, 'Confirm Password': 'something else' });
  await presses(page, 'Register');
  await expect(toast(page, 'Error', 'Passwords do not match')).toBeVisible();

  await fills(page, { 'Confirm Password': PASSWORD });
  await presses(page, 'Register');
  await expect(page).toHaveURL('/');
  await expect(toast(page, 'Success', 'Account created successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('a signed-in user is redirected to the dashboard', async ({ guard }) => {
  for (const path of ['/register', '/login']) {
    await guard.goto(path);
    await expect(guard).toHaveURL('/dashboard');
  }
});

test.describe('refused', () => {
  test.use({ expectedErrors: [/status of 4\d\d.*sign-up/] });

  test('an address of another domain, or one that has an account', async ({ page, account }) => {
    await page.goto('/register');
    await fills(page, { Email: 'ada@nowhere.example', Password: PASSWORD, 'Confirm Password': PASSWORD });
    await presses(page, 'Register');
    await expect(toast(page, 'Error', 'Failed to create an account')).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
      /^Accepted here: gmail\.com, yahoo\.com, .*live\.com$/,
    );

    await fills(page, { Email: 'ada ben@gmail.com' });
    await presses(page, 'Register');
    await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription('This is not a mail address');

    await fills(page, { Email: account.email });
    await presses(page, 'Register');
    await expect(page.getByText('There is an account with this address already')).toBeVisible();
    await expect(page).toHaveURL('/register');
  });

  test('a password that is too short', async ({ page }) => {
    await page.goto('/register');
    await fills(page, { Email: 'ada@gmail.com', Password: 'short', 'Confirm Password': 'short' });
    await presses(page, 'Register');
    await expect(toast(page, 'Error', 'Failed to create an account')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Too short/);
  });
});
