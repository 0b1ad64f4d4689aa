import type { Page } from '@playwright/test';
import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { anAccount } from '../../fixtures/account.ts';
import { choosesInMenu, logsIn, presses } from '../../fixtures/account-forms.ts';
import { notesAlerts } from '../../fixtures/alerts.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { holdsBack } from '../../fixtures/held-back.ts';
import { modalsOf } from '../../fixtures/modals.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ expectedErrors: [/status of 401/], viewport: { width: 1280, height: 800 } });

const NOTICE = /^You were signed out at ([01]\d|2[0-3]):[0-5]\d\. Nothing is being watched\.$/;
const login = (page: Page) => page.getByRole('dialog', { name: NOTICE });
const heading = (page: Page) => page.locator('h1', { hasText: 'Detection Dashboard' });

test('after the session ends the dashboard stays inert behind the login, and the same person continues there', async ({
  guard,
  account,
  device,
}) => {
  const alerts = await notesAlerts(guard);
  const seen = await device.reports();
  await guard.goto('/dashboard?view=recent');
  await expect(guard.getByRole('article')).toHaveCount(1);
  await presses(guard, 'Enable sound');
  await expect.poll(alerts.sounds).toBe(1);

  await account.calls('POST', '/api/auth/sign-out', {});
  await expect(login(guard)).toBeVisible();
  await expect(guard).toHaveURL('/dashboard?view=recent');
  await expect(heading(guard)).toBeVisible();
  await expect(guard.locator('article')).toHaveCount(1);
  // The content behind the login is inert.
  await expect(guard.getByRole('article')).toHaveCount(0);
  await expect(guard.locator('[inert] article')).toHaveCount(1);
  await expect(guard).toHaveTitle(/No updates/);
  await expect.poll(alerts.sounds).toBe(2);
  await expect(login(guard).getByLabel('Email', { exact: true })).toBeFocused();
  await guard.keyboard.press('Escape');
  await expect(login(guard)).toBeVisible();
  await expect(guard.getByText('Failed to fetch detection data from server')).toHaveCount(0);

  await device.reports();
  await logsIn(guard, account);
  await expect(login(guard)).toHaveCount(0);
  await expect(guard).toHaveURL('/dashboard?view=recent');
  // Over the list the pointer would hold its order.
  await guard.mouse.move(5, 5);
  await expect(guard.getByRole('article')).toHaveCount(2);
  await expect(dashboardOf(guard).connection).toHaveText('Live');
  await dashboardOf(guard).seesFrameOf(seen);
  await device.reports();
  await expect(guard.getByRole('article')).toHaveCount(3);
});

test('a sign-in with another account starts with a new dashboard', async ({ guard, account, server }) => {
  await guard.goto('/profile');
  await expect(guard.getByText(account.email, { exact: true })).toBeVisible();
  await account.calls('POST', '/api/auth/sign-out', {});
  await expect(login(guard)).toBeVisible();
  await expect(guard.getByText(account.email, { exact: true })).toBeVisible();
  await logsIn(guard, await anAccount(server));
  await expect(guard).toHaveURL('/dashboard');
  await expect(dashboardOf(guard).connection).toHaveText('Live');
  await expect(guard.getByText(account.email)).toHaveCount(0);
});

test('the wall keeps its threat, shows since when it has no updates, and continues after the login', async ({
  guard,
  account,
  device,
}) => {
  await device.reports();
  await guard.goto('/dashboard?wall');
  const article = guard.locator('article');
  await expect(article).toContainText('North gate');
  await account.calls('POST', '/api/auth/sign-out', {});
  await expect(login(guard)).toBeVisible();
  await expect(article).toContainText('North gate');
  await expect(guard.getByText('You were signed out.', { exact: true })).toBeVisible();
  // Escape must not close the login and leave the wall.
  await guard.keyboard.press('Escape');
  await expect(guard).toHaveURL('/dashboard?wall');
  await logsIn(guard, account);
  await expect(guard.getByText(/^Live, last heard/)).toBeVisible();
  await expect(guard).toHaveURL('/dashboard?wall');
});

test('an open threat stays open and inert behind the login', async ({ guard, account, device }) => {
  const id = await device.reports();
  await dashboardOf(guard).opens();
  await dashboardOf(guard).cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
  const { threat } = modalsOf(guard);
  await expect(threat).toBeVisible();
  await account.calls('POST', '/api/auth/sign-out', {});
  await expect(login(guard)).toBeVisible();
  await expect(guard.getByRole('dialog')).toHaveCount(1);
  await guard.keyboard.press('Escape');
  await expect(guard).toHaveURL(`/dashboard?threat=${id}`);
  await logsIn(guard, account);
  await expect(login(guard)).toHaveCount(0);
  await expect(threat).toBeVisible();
});

test('the page sends no requests while it is signed out', async ({ guard, account }) => {
  await guard.clock.install();
  await guard.goto('/dashboard?view=statistics');
  await expect(guard.getByRole('heading', { name: 'Statistics' })).toBeVisible();
  await account.calls('POST', '/api/auth/sign-out', {});
  await expect(login(guard)).toBeVisible();
  const asked: string[] = [];
  guard.on('request', (request) => {
    if (/\/api\/(detections|health|devices)/.test(request.url())) asked.push(request.url());
  });
  await guard.clock.runFor('03:00');
  expect(asked).toEqual([]);
});

test('Back from the login leads to a public page as a visitor', async ({ guard, account }) => {
  await guard.goto('/about');
  await guard.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await expect(dashboardOf(guard).connection).toHaveText('Live');
  await account.calls('POST', '/api/auth/sign-out', {});
  await expect(login(guard)).toBeVisible();
  await guard.goBack();
  await expect(guard).toHaveURL('/about');
  await expect(guard.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await expect(guard.getByRole('dialog')).toHaveCount(0);
});

test('a refresh that finds the session ended shows no error of detection data', async ({ guard, account }) => {
  await dashboardOf(guard).opens();
  const answer = await holdsBack(guard, '**/api/auth/get-session');
  await account.calls('POST', '/api/auth/sign-out', {});
  const refused = guard.waitForResponse((it) => it.url().includes('/api/detections/') && it.status() === 401);
  await presses(guard, 'Refresh Dashboard');
  await refused;
  answer();
  await expect(login(guard)).toBeVisible();
  await expect(guard.getByText('You were signed out', { exact: true })).toBeVisible();
  await expect(guard.getByText('Error Loading Dashboard')).toHaveCount(0);
  await expect(heading(guard)).toBeVisible();
});

test('a sign-in in another tab signs this tab in as well', async ({ guard, context, account }) => {
  await dashboardOf(guard).opens();
  const other = await context.newPage();
  await dashboardOf(other).opens();
  await account.calls('POST', '/api/auth/sign-out', {});
  await expect(login(guard)).toBeVisible();
  await expect(login(other)).toBeVisible();
  await logsIn(other, account);
  await expect(login(other)).toHaveCount(0);
  await expect(login(guard)).toHaveCount(0);
  await expect(dashboardOf(guard).connection).toHaveText('Live');
});

test('a logout in one tab plays no alarm in another', async ({ guard, context }) => {
  await dashboardOf(guard).opens();
  await presses(guard, 'Enable sound');
  const alerts = await notesAlerts(guard);
  await guard.reload();
  await guard.getByRole('heading', { name: 'Detection Dashboard' }).click();
  await expect(guard.getByRole('button', { name: 'Disable sound' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/profile');
  await choosesInMenu(other, 'Logout');
  await expect(guard).toHaveURL('/login');
  await expect(guard.getByRole('dialog', { name: 'Log in to Vedette' })).toBeVisible();
  expect(await alerts.sounds()).toBe(0);
});

for (const width of widths) {
  test.describe(`the login over a kept page, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('complies with WCAG 2.2 AA', async ({ guard, account, device }) => {
      await device.reports();
      await dashboardOf(guard).opens();
      await account.calls('POST', '/api/auth/sign-out', {});
      await expect(login(guard)).toBeVisible();
      await expectAccessible(guard);
    });
  });
}
