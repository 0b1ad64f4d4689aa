import type { Page } from '@playwright/test';
import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { fills, presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

for (const width of widths) {
  test.describe(`WCAG 2.2 AA of the account pages, ${width} px wide`, () => {
    test.use({
      viewport: { width, height: 800 },
      contextOptions: { reducedMotion: 'reduce' },
      expectedErrors: [/status of 40[03]/],
    });

    test('the login modal in all its modes', async ({ page }) => {
      await page.goto('/login');
      const modal = page.getByRole('dialog');
      await presses(modal, 'Login');
      await expect(toast(page, 'Error', 'Please enter both email and password')).toBeVisible();
      await isFine(page);
      await presses(modal, 'Register');
      await presses(modal, 'Register');
      await expect(toast(page, 'Error', 'Please fill in all fields')).toBeVisible();
      await isFine(page);
      await presses(modal, 'Login');
      await presses(modal, 'Forgot password?');
      await fills(modal, { Email: 'ada@gmail.com' });
      await presses(modal, 'Send Reset Link');
      await expect(modal.getByRole('status')).toContainText('ada@gmail.com');
      await isFine(page);
    });

    test('registration, password reset and verification', async ({ page }) => {
      await page.goto('/register');
      await presses(page, 'Register');
      await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true');
      await isFine(page);
      await page.goto('/reset-password');
      await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
      await isFine(page);
      await page.goto('/reset-password?token=used');
      await expect(page.getByRole('button', { name: 'Set New Password' })).toBeVisible();
      await isFine(page);
      await fills(page, { 'New Password': 'another long password', 'Confirm Password': 'another long password' });
      await presses(page, 'Set New Password');
      await expect(page.getByRole('alert')).toHaveText(/no longer works/);
      await isFine(page);
      for (const outcome of ['done', 'failed']) {
        await page.goto(`/?verification=${outcome}`);
        await expect(page.getByRole('alert')).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await isFine(page);
      }
    });

    test('the profile and its dialogs', async ({ guard, account }) => {
      await guard.goto('/profile');
      await expect(guard.getByText(account.email, { exact: true })).toBeVisible();
      await isFine(guard);
      await presses(guard, 'Delete Account');
      await expect(guard.getByRole('alertdialog')).toBeVisible();
      await isFine(guard);
      await guard.route('**/api/auth/delete-user', (route) =>
        route.fulfill({ status: 403, json: { success: false, message: '', code: 'REQUIRES_RECENT_LOGIN' } }),
      );
      await presses(guard.getByRole('alertdialog'), 'Delete Account');
      const again = guard.getByRole('dialog', { name: 'Sign in again' });
      await presses(again, 'Continue');
      await expect(again.getByLabel('Current Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
      await isFine(guard);
      await guard.keyboard.press('Escape');
      await expect(again).toBeHidden();
      await presses(guard, 'Account menu');
      await expect(guard.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
      await isFine(guard);
    });
  });
}

/** Expects that the page is accessible and not wider than the screen. */
async function isFine(page: Page) {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
