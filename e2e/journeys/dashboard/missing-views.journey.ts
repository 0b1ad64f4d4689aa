import type { Page } from '@playwright/test';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { modalCode, modalsOf } from '../../fixtures/modals.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({
  expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/],
  viewport: { width: 1280, height: 800 },
});

const missing = (page: Page) => page.getByRole('status', { name: 'Missing pages' });

for (const { view, says, code, opens, from, leadsTo, heading } of [
  {
    view: 'the statistics',
    says: 'Statistics',
    code: '**/assets/statistics-view-*.js',
    opens: (page: Page) => page.getByRole('button', { name: 'Statistics' }),
    from: '/dashboard',
    leadsTo: '/dashboard?view=statistics',
    heading: 'Statistics',
  },
  {
    view: 'the history',
    says: 'The history',
    code: '**/assets/history-view-*.js',
    opens: (page: Page) => page.getByRole('link', { name: 'Show all' }),
    from: '/dashboard?view=recent',
    leadsTo: '/dashboard?view=history',
    heading: /^All Detections/,
  },
  {
    view: 'the wall',
    says: 'The wall screen',
    code: '**/assets/wall-view-*.js',
    opens: (page: Page) => page.getByRole('link', { name: 'Wall screen' }),
    from: '/dashboard',
    leadsTo: '/dashboard?wall',
    heading: '2 Active Weapon Threat(s) Detected!',
  },
]) {
  test(`${view} whose code cannot be fetched keeps the current view, and opens when the code loads`, async ({
    guard,
    device,
  }) => {
    await guard.route(code, (route) => route.abort());
    await device.reports();
    await guard.goto(from);
    const cards = dashboardOf(guard).cards;
    await expect(cards).toHaveCount(1);
    await opens(guard).click();
    await expect(missing(guard)).toHaveText(`${says} could not be loaded. Trying again…`);
    await expect(cards).toHaveCount(1);
    await expect(guard).toHaveURL(from);
    await expect(guard.getByRole('button', { name: 'Statistics', pressed: true })).toHaveCount(0);
    // Over the list the pointer would hold its order.
    await guard.mouse.move(5, 5);
    await device.reports();
    await expect(cards).toHaveCount(2);

    await guard.unroute(code);
    await expect(guard).toHaveURL(leadsTo, { timeout: 20_000 });
    await expect(missing(guard)).toBeEmpty();
    await expect(guard.getByRole('heading', { name: heading }).first()).toBeVisible();
  });
}

test('a view whose code loads late does not replace a view that was chosen later', async ({ guard, device }) => {
  const code = '**/assets/statistics-view-*.js';
  await guard.route(code, (route) => route.abort());
  await device.reports();
  await guard.goto('/dashboard');
  await guard.getByRole('button', { name: 'Statistics' }).click();
  await expect(missing(guard)).not.toBeEmpty();
  await guard.getByRole('button', { name: 'Recent Detections' }).click();
  await expect(guard).toHaveURL('/dashboard?view=recent');
  await expect(missing(guard)).toBeEmpty();
});

test('a page whose view cannot be fetched keeps its header, and retries when online', async ({ guard }) => {
  const code = '**/assets/statistics-view-*.js';
  await guard.route(code, (route) => route.abort());
  await guard.goto('/dashboard?view=statistics');
  await expect(missing(guard)).toHaveText('Statistics could not be loaded. Trying again…');
  await expect(guard.getByRole('group', { name: 'Active Threats' })).toBeVisible();
  await guard.unroute(code);
  await guard.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(guard.getByRole('heading', { name: 'Statistics' })).toBeVisible();
  await expect(missing(guard)).toBeEmpty();
});

test('the views and pages are loaded in advance, so that they open offline', async ({ guard, context, device }) => {
  const came = ['statistics-view', 'history-view', 'wall-view', 'device-routes', 'profile-page', 'login-dialog'].map(
    (name) => guard.waitForEvent('requestfinished', (request) => request.url().includes(`/assets/${name}-`)),
  );
  await device.reports();
  await guard.goto('/dashboard');
  await Promise.all(came);
  await context.setOffline(true);
  await guard.getByRole('button', { name: 'Statistics' }).click();
  await expect(guard.getByRole('heading', { name: 'Statistics' })).toBeVisible();
  await guard.getByRole('link', { name: 'Wall screen' }).click();
  await expect(guard.getByRole('heading', { name: '1 Active Weapon Threat(s) Detected!' })).toBeVisible();
});

test('a page whose code cannot be fetched keeps the dashboard on the screen', async ({ guard, device }) => {
  const code = '**/assets/about-page-*.js';
  await guard.route(code, (route) => route.abort());
  await device.reports();
  await guard.goto('/dashboard');
  await expect(dashboardOf(guard).cards).toHaveCount(1);
  await guard.getByRole('link', { name: 'About', exact: true }).first().click();
  await expect(missing(guard)).toHaveText('About could not be loaded. Trying again…');
  await expect(dashboardOf(guard).cards).toHaveCount(1);
  await guard.unroute(code);
  await expect(guard.getByRole('heading', { name: 'About Us', level: 1 })).toBeVisible({ timeout: 20_000 });
});

test('a threat whose modal cannot be fetched opens when the code loads', async ({ guard, device }) => {
  await guard.route(modalCode, (route) => route.abort());
  const id = await device.reports();
  await dashboardOf(guard).opens();
  await dashboardOf(guard).cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
  await expect(guard.getByText('Unable to display threat details. Please try again.')).toBeVisible();
  await expect(dashboardOf(guard).cards).toHaveCount(1);
  await guard.unroute(modalCode);
  await expect(modalsOf(guard).threat.getByText(`Detection ID: ${id}`)).toBeVisible({ timeout: 20_000 });
});
