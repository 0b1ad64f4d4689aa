import type { Page } from '@playwright/test';
import { keepsSilentUntilClicked, notesAlerts } from '../../fixtures/alerts.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { holdsBack } from '../../fixtures/held-back.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';
import { wholeBrowser } from '../../fixtures/whole-browser.ts';

// A headless browser shows no notifications.
test.use(wholeBrowser);

test('the alarm is off by default, and sounds for every new threat when it is on', async ({ guard, device }) => {
  const alerts = await notesAlerts(guard);
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  await expect(guard.getByText('Sound off', { exact: true })).toBeVisible();
  const unheard = await device.reports();
  await expect(dashboard.cardOf(unheard)).toBeVisible();
  expect(await alerts.sounds()).toBe(0);

  await guard.getByRole('button', { name: 'Enable sound' }).click();
  await expect(guard.getByText(/^Sound off/)).toHaveCount(0);
  // Switching the alarm on plays it once.
  await expect.poll(alerts.sounds).toBe(1);
  await device.reports({ weapon_type: 'Knife', threat_level: 3 });
  await device.reports({ weapon_type: 'Pistol' });
  await expect.poll(alerts.sounds).toBe(2);
  await expect(assertive(guard)).toHaveText(/^New threat: Pistol, threat level \d+, North gate, detection 3$/);

  await guard.getByRole('button', { name: 'Disable sound' }).click();
  await expect(guard.getByText('Sound off', { exact: true })).toBeVisible();
  await device.reports({ weapon_type: 'rifle' });
  await expect(assertive(guard)).toContainText('detection 4');
  expect(await alerts.sounds()).toBe(2);
});

test('the alarm stays on in a new tab, which says that it needs a click first', async ({ guard, context, device }) => {
  await dashboardOf(guard).opens();
  await guard.getByRole('button', { name: 'Enable sound' }).click();
  await expect(guard.getByRole('button', { name: 'Disable sound' })).toBeVisible();

  const tab = await context.newPage();
  await keepsSilentUntilClicked(tab);
  const alerts = await notesAlerts(tab);
  await dashboardOf(tab).opens();
  await expect(tab.getByText('Sound off until you click')).toBeVisible();
  await tab.getByRole('heading', { name: 'Detection Dashboard' }).click();
  await expect(tab.getByRole('button', { name: 'Disable sound' })).toBeVisible();
  await device.reports();
  await expect.poll(alerts.sounds).toBe(1);

  await tab.getByRole('button', { name: 'Disable sound' }).click();
  await expect(guard.getByRole('button', { name: 'Enable sound' })).toBeVisible();
});

test('a threat that waits until the pointer leaves the list is announced and sounds at once', async ({
  guard,
  device,
}) => {
  const alerts = await notesAlerts(guard);
  const dashboard = dashboardOf(guard);
  await device.reports();
  await dashboard.opens();
  await guard.getByRole('button', { name: 'Enable sound' }).click();
  await expect.poll(alerts.sounds).toBe(1);
  await dashboard.cards.first().hover();
  await device.reports({ weapon_type: 'Pistol' });
  await expect(guard.getByRole('button', { name: '1 new threat', exact: true })).toBeVisible();
  await expect(assertive(guard)).toContainText('New threat: Pistol');
  await expect.poll(alerts.sounds).toBe(2);
  await expect(guard).toHaveTitle('(2) Dashboard · Vedette');
});

test('a threat that comes while the first lists are loading is announced', async ({ guard, device }) => {
  const release = await holdsBack(guard, '**/api/detections/threats*');
  await dashboardOf(guard).opens();
  await device.reports({ weapon_type: 'Pistol' });
  await expect(assertive(guard)).toContainText('New threat: Pistol');
  release();
  await expect(dashboardOf(guard).cards).toHaveCount(1);
});

test('the tab counts active threats in its title and on its icon', async ({ guard, device }) => {
  const icon = guard.locator('link[rel="icon"][type="image/svg+xml"]');
  await dashboardOf(guard).opens();
  await expect(guard).toHaveTitle('Dashboard · Vedette');
  expect(await drawing(icon)).not.toContain('<text');
  await device.reports();
  await device.reports();
  await expect(guard).toHaveTitle('(2) Dashboard · Vedette');
  await expect.poll(() => drawing(icon)).toContain('>2</text>');
});

test.describe('on public pages', () => {
  test.use({ expectedErrors: [/status of 401|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/] });

  test('the title counts threats, the alarm sounds, and a lost connection is shown', async ({
    guard,
    context,
    device,
  }) => {
    const alerts = await notesAlerts(guard);
    const icon = guard.locator('link[rel="icon"][type="image/svg+xml"]');
    const strip = guard.getByRole('region', { name: 'Watch' });
    await dashboardOf(guard).opens();
    await guard.getByRole('button', { name: 'Enable sound' }).click();
    await expect.poll(alerts.sounds).toBe(1);
    await guard.getByRole('link', { name: 'About' }).click();
    await expect(guard).toHaveTitle('About Us · Vedette');
    await expect(strip).toHaveCount(0);

    await device.reports();
    await expect(guard).toHaveTitle('(1) About Us · Vedette');
    await expect.poll(() => drawing(icon)).toContain('>1</text>');
    await expect.poll(alerts.sounds).toBe(2);
    await expect(strip).toContainText('1 Active Weapon Threat(s) Detected!');

    await guard.goto('/articles');
    await expect(guard).toHaveTitle('(1) Articles · Vedette');
    await context.setOffline(true);
    await expect(strip).toContainText('New threats may be missing.');
    await context.setOffline(false);
    await expect(strip).toContainText('1 Active Weapon Threat(s) Detected!');
    await strip.getByRole('link', { name: 'Open dashboard' }).click();
    await expect(dashboardOf(guard).cards).toHaveCount(1);
    await expect(strip).toHaveCount(0);
  });

  test('a page keeps its content when the session ends', async ({ guard, account }) => {
    const icon = guard.locator('link[rel="icon"][type="image/svg+xml"]');
    await dashboardOf(guard).opens();
    await guard.getByRole('link', { name: 'Contact' }).click();
    await guard.getByRole('textbox', { name: 'Message' }).fill('The north gate camera is dark.');
    await account.calls('POST', '/api/auth/sign-out', {});
    await expect(guard.getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(guard.getByRole('textbox', { name: 'Message' })).toHaveValue('The north gate camera is dark.');
    await expect(icon).toHaveAttribute('href', /\/icon\.svg$/);
  });
});

test('a hidden tab shows a system notification if enabled and permitted', async ({ guard, context, device }) => {
  const alerts = await notesAlerts(guard);
  await dashboardOf(guard).opens();
  await alerts.isHidden(true);
  await device.reports();
  await expect(assertive(guard)).toContainText('detection 1');
  expect(await alerts.notifications()).toEqual([]);

  await alerts.isHidden(false);
  await context.grantPermissions(['notifications']);
  await guard.getByRole('button', { name: 'Enable notifications' }).click();
  await expect(guard.getByRole('button', { name: 'Disable notifications' })).toBeVisible();
  await device.reports();
  await expect(assertive(guard)).toContainText('detection 2');
  expect(await alerts.notifications()).toEqual([]);

  await alerts.isHidden(true);
  await device.reports({ weapon_type: 'Pistol' });
  await expect
    .poll(alerts.notifications)
    .toEqual([expect.stringMatching(/^New threat: Pistol, threat level \d+, North gate, detection 3$/)]);

  await guard.goto('/profile');
  await expect(guard).toHaveTitle('(3) Profile · Vedette');
  await alerts.isHidden(true);
  await device.reports({ weapon_type: 'rifle' });
  await expect.poll(alerts.notifications).toEqual([expect.stringContaining('detection 4')]);
  await alerts.clicksLastNotification();
  await expect(guard).toHaveURL('/dashboard?threat=4');
  await expect(guard.getByRole('dialog', { name: 'Threat Details' })).toContainText('Detection ID: 4');
});

test('the page says that the browser blocks notifications', async ({ guard, context }) => {
  await context.clearPermissions();
  await guard.addInitScript(() => {
    Notification.requestPermission = () => Promise.resolve('denied');
  });
  await dashboardOf(guard).opens();
  await guard.getByRole('button', { name: 'Enable notifications' }).click();
  await expect(toast(guard, 'Warning', 'The browser does not allow notifications for this page.')).toBeVisible();
  await expect(guard.getByRole('button', { name: 'Enable notifications' })).toBeVisible();
});

function assertive(page: Page) {
  return page.locator('[aria-live="assertive"]', { hasText: 'threat' });
}

async function drawing(icon: ReturnType<Page['locator']>) {
  return decodeURIComponent((await icon.getAttribute('href')) ?? '');
}
