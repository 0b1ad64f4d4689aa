import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '../../fixtures/account.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';
import { hooksTestOf } from '../../fixtures/test-pages/hooks-test.ts';
import { wholeBrowser } from '../../fixtures/whole-browser.ts';

// In a headless browser the focus does not return to the page after its last element.
test.use(wholeBrowser);

test('a guard signs in, views and deletes threats and logs out by keyboard', async ({ page, account, device }) => {
  const id = await device.reports();
  await page.goto('/auth');
  await tabTo(page, page.getByLabel('Email', { exact: true }));
  await page.keyboard.type(account.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');

  const dashboard = dashboardOf(page);
  await expect(dashboard.cardOf(id)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Recent Detections' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Recent Detections' })).toHaveAttribute('aria-pressed', 'true');

  page.once('dialog', (dialog) => dialog.accept());
  await tabTo(page, dashboard.cardOf(id).getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No detections found', { exact: true })).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: 'Account menu' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('a visitor registers, changes the password and deletes the account by keyboard', async ({ page }) => {
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const types = async (name: string, value: string) => {
    await tabTo(page, field(name));
    await page.keyboard.type(value);
  };
  await page.goto('/');
  await tabTo(page, page.getByRole('button', { name: 'Login' }));
  await page.keyboard.press('Enter');
  await expect(field('Email')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Register' }));
  await page.keyboard.press('Space');
  await types('Email', 'ada@gmail.com');
  await types('Password', PASSWORD);
  await types('Confirm Password', PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');

  await tabTo(page, page.getByRole('button', { name: 'Account menu' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
  await types('New Password', 'another long password');
  await types('Confirm Password', 'another long password');
  await page.keyboard.press('Enter');
  await expect(field('New Password')).toHaveValue('');

  await tabTo(page, page.getByRole('button', { name: 'Delete Account' }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, question.getByRole('button', { name: 'Delete Account' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('a developer filters, selects, comments and deletes on the hooks page by keyboard', async ({
  guard: page,
  device,
}) => {
  const [knife] = [await device.reports({ weapon_type: 'Knife' }), await device.reports()];
  const hooks = hooksTestOf(page);
  await page.goto('/hooks-test');
  await expect(hooks.choices).toHaveCount(2);
  await tabTo(page, hooks.detections.getByLabel('Weapon Type'));
  await page.keyboard.type('Kn');
  await tabTo(page, page.getByRole('button', { name: 'Filter by Type' }));
  await page.keyboard.press('Enter');
  await expect(hooks.choices).toHaveCount(1);
  await tabTo(page, hooks.choices);
  await page.keyboard.press('Space');
  await expect(page.getByText(`Detection ${knife}`, { exact: true })).toHaveCount(2);

  await tabTo(page, hooks.comment.getByLabel('Comment'));
  await page.keyboard.type('Taken away');
  await tabTo(page, page.getByRole('button', { name: 'Add Comment' }));
  await page.keyboard.press('Enter');
  await expect(hooks.comment.getByLabel('Comment')).toHaveValue('');

  page.once('dialog', (dialog) => dialog.accept());
  await tabTo(page, page.getByRole('button', { name: 'Delete Detection' }));
  await page.keyboard.press('Enter');
  await expect(hooks.detections.getByText('No detections found')).toBeVisible();
  await tabTo(page, page.getByRole('log'));
});

/** Presses Tab until the element has the focus, and expects a visible focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let press = 0; press < 60; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const outline = await target.evaluate((element) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return outlineStyle !== 'none' && outlineWidth !== '0px' ? outlineWidth : boxShadow;
      });
      expect(outline).not.toBe('none');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never reached it');
}
