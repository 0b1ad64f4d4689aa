import { gzipSync } from 'node:zlib';
import { expect, test } from '../../fixtures/test.ts';

const getStarted = '/auth?from=home&action=get-started';
const viewDashboard = '/auth?from=home&action=view-dashboard';

test('the home page describes the product, and every button leads to its page', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/Vedette/);

  const features = page.getByRole('region', { name: 'Key Features' });
  for (const name of ['AI-Powered Detection', 'Real-time Monitoring', 'Comprehensive Dashboard']) {
    await expect(features.getByRole('heading', { name })).toBeVisible();
    await expect(features.getByRole('link', { name })).toHaveAttribute('href', '/project-overview');
  }
  await expect(page.getByRole('link', { name: 'Get Started', exact: true })).toHaveAttribute('href', getStarted);
  await expect(page.getByRole('link', { name: 'View Dashboard', exact: true })).toHaveAttribute('href', viewDashboard);
  await expect(page.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', getStarted);

  await features.getByRole('heading', { name: 'Real-time Monitoring' }).click();
  await expect(page).toHaveURL('/project-overview');
});

test('the panel of the home page has two tabs, and /auth shows the reason of the redirect', async ({ page }) => {
  await page.goto('/');
  const panel = page.getByRole('region', { name: 'Access Your Account' });
  await expect(panel.getByRole('tab', { name: 'Quick Access' })).toHaveAttribute('aria-selected', 'true');
  await panel.getByRole('link', { name: 'View Live Dashboard' }).click();
  await expect(page).toHaveURL(viewDashboard);
  await expect(page.getByText('Sign up or log in to access the live dashboard!')).toBeVisible();

  await page.goBack();
  await panel.getByRole('tab', { name: 'Access to Account' }).click();
  await expect(panel.getByRole('link', { name: 'View Live Dashboard' })).toBeHidden();
  await expect(panel.getByRole('link', { name: 'register' })).toHaveAttribute('href', '/register');
  await panel.getByRole('link', { name: 'Get Started Now' }).click();
  await expect(page).toHaveURL(getStarted);
  await expect(page.getByText('Ready to get started? Create your account to access Vedette!')).toBeVisible();
});

test('switching the tabs of the panel does not shift the layout', async ({ page }) => {
  await page.goto('/');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const tab = page.getByRole('tab', { name: 'Access to Account' });
  await expect(tab).toBeVisible();
  const before = await height();
  await tab.click();
  await expect(page.getByRole('link', { name: 'Get Started Now' })).toBeVisible();
  expect(await height()).toBe(before);
});

test('the tabs of the panel work by keyboard', async ({ page }) => {
  await page.goto('/');
  const account = page.getByRole('tab', { name: 'Access to Account' });
  await page.getByRole('tab', { name: 'Quick Access' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(account).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'register' })).toBeFocused();
  await account.focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('link', { name: 'View Live Dashboard' })).toBeVisible();
});

test('the home page needs at most 125 kB of script, compressed', async ({ page }) => {
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!/\.js$/.test(response.url())) return;
    scripts.push(response.body().then((body) => gzipSync(body).byteLength));
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(125_000);
});

test('the layout of the home page does not shift while it loads', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const shifts: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'));
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.05);
});
