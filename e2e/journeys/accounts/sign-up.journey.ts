import { PASSWORD } from '../../fixtures/account.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test.describe('signing up on /auth', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
  });

  test('shows one validation error after the other, and then leads to the dashboard', async ({ page }) => {
    const submit = page.getByRole('button', { name: 'Sign Up', exact: true });
    const field = (name: string) => page.getByLabel(name, { exact: true });

    await submit.click();
    await expect(toast(page, 'Error', 'Please fill in all fields')).toBeVisible();
    await expect(field('Full Name')).toHaveAttribute('aria-invalid', 'true');

    await field('Full Name').fill('Ada Guard');
    await field('Email').fill('ada@nowhere.example');
    await field('Password').fill(PASSWORD);
    await field('Confirm Password').fill('something else');
    await submit.click();
    await expect(toast(page, 'Error', /^Please use a valid email domain/)).toBeVisible();
    await expect(field('Email')).toHaveAttribute('aria-invalid', 'true');

    await field('Email').fill('ada@gmail.com');
    await submit.click();
    await expect(toast(page, 'Error', 'Passwords do not match')).toBeVisible();
    await expect(field('Confirm Password')).toHaveAttribute('aria-invalid', 'true');

    await field('Confirm Password').fill(PASSWORD);
    await submit.click();
    await expect(page).toHaveURL('/dashboard');
    await expect(toast(page, 'Success', 'Account created successfully')).toBeVisible();
  });

  test.describe('with an address that has an account', () => {
    test.use({ expectedErrors: [/status of 4\d\d.*sign-up/] });

    test('shows an error and stays on the page', async ({ page, account }) => {
      await page.getByLabel('Full Name', { exact: true }).fill('Ada Guard');
      await page.getByLabel('Email', { exact: true }).fill(account.email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
      await expect(toast(page, 'Error', 'Failed to create account. Please try again.')).toBeVisible();
      await expect(page).toHaveURL('/auth');
    });
  });
});

test('the address typed on one tab of /auth is kept on the other', async ({ page }) => {
  const email = page.getByLabel('Email', { exact: true });
  await page.goto('/auth');
  await email.fill('ada@gmail.com');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Full Name', { exact: true })).toBeVisible();
  await expect(email).toHaveValue('ada@gmail.com');
  await email.fill('ada@proton.me');
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Full Name', { exact: true })).toHaveCount(0);
  await expect(email).toHaveValue('ada@proton.me');
});

test.describe('the warnings on /auth', () => {
  const warnings = [
    ['from=project-overview&action=get-started', 'To view the dashboard, please sign up first!'],
    ['from=home&action=get-started', 'Ready to get started? Create your account to access Vedette!'],
    ['from=home&action=view-dashboard', 'Sign up or log in to access the live dashboard!'],
  ] as const;

  for (const [query, warning] of warnings) {
    test(`say '${warning}' and open the Sign Up tab`, async ({ page }) => {
      await page.goto(`/auth?${query}`);
      await expect(page.getByText(warning, { exact: true })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
    });
  }

  test('are absent without a reason, and the Sign In tab is open', async ({ page }) => {
    await page.goto('/auth');
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
