import type { Page } from '@playwright/test';
import { choosesInMenu, logsIn, opensLogin } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a page opens at its top, and Back restores the scroll position', async ({ page }) => {
    await page.goto('/');
    const link = page.getByRole('link', { name: 'View Live Dashboard' });
    await link.scrollIntoViewIfNeeded();
    const left = await scrolled(page);
    expect(left).toBeGreaterThan(500);
    await link.click();
    await expect(page.getByText('Sign up or log in to access the live dashboard!')).toBeInViewport();
    await expect(page.getByRole('main')).toBeFocused();

    await page.goBack();
    await expect(link).toBeInViewport();
    expect(Math.abs((await scrolled(page)) - left)).toBeLessThan(5);
  });
});

test('a page that is opened by a menu entry has the focus', async ({ guard }) => {
  await guard.goto('/dashboard');
  await choosesInMenu(guard, 'Profile');
  await expect(guard.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(guard.getByRole('main')).toBeFocused();
});

test('the dashboard that is opened by the login modal has the focus', async ({ page, account }) => {
  await page.goto('/about');
  await opensLogin(page);
  await logsIn(page, account);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('No active threats detected')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('opening the dashboard loads its data once, also when its code loads late', async ({ guard }) => {
  const loads: string[] = [];
  guard.on('request', (request) => {
    if (request.url().endsWith('/api/detections/all')) loads.push(request.url());
  });
  const loaded = guard.waitForResponse('**/api/detections/stats');
  await guard.route('**/assets/dashboard-page-*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  await guard.goto('/dashboard');
  await expect(guard.getByText('No active threats detected')).toBeVisible();
  expect(loads).toHaveLength(1);
});

test('another view of the same page keeps the scroll position and the focus', async ({ guard, device }) => {
  for (let count = 0; count < 10; count += 1) await device.reports({ weapon_type: 'rifle', confidence: 0.95 });
  await guard.setViewportSize({ width: 360, height: 740 });
  await guard.goto('/dashboard');
  const opener = guard.getByRole('button', { name: 'Expand Threat' }).last();
  await opener.scrollIntoViewIfNeeded();
  const left = await scrolled(guard);
  expect(left).toBeGreaterThan(500);
  await opener.click();
  await expect(guard).toHaveURL(/\/dashboard\?.*threat=/);
  await expect(guard.getByRole('dialog')).toBeVisible();
  await guard.keyboard.press('Escape');
  await expect(guard).toHaveURL('/dashboard');
  await expect(opener).toBeFocused();
  expect(Math.abs((await scrolled(guard)) - left)).toBeLessThan(5);
});

function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}
