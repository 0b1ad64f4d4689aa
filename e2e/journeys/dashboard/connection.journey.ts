import { dashboardOf, listCalls } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test.use({
  expectedErrors: [
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_EMPTY_RESPONSE|ERR_CONTENT_LENGTH_MISMATCH/,
  ],
});

test('the page shows a lost server as an error, and missed threats appear after it is restored', async ({
  guard,
  server,
  device,
}) => {
  const dashboard = dashboardOf(guard);
  const before = await device.reports();
  await dashboard.opens();
  await dashboard.seesFrameOf(before);

  await server.isKilled();
  await expect(dashboard.connection).toHaveText(/^(Reconnecting|No updates since \d\d:\d\d)$/);
  await expect(dashboard.connection).toHaveText(/^No updates since \d\d:\d\d$/, { timeout: 30_000 });
  await expect(dashboard.cardOf(before)).toBeVisible();

  await server.starts();
  const missed = await device.reports({ weapon_type: 'Pistol' });
  await expect(dashboard.connection).toHaveText('Live', { timeout: 45_000 });
  await expect(dashboard.cardOf(missed)).toBeVisible();
  await dashboard.seesFrameOf(missed);
  await dashboard.counts({ total: 2, active: 2, lastHour: 2 });
});

test('a page that was offline receives the missed threats', async ({ guard, context, device }) => {
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  await context.setOffline(true);
  await expect(dashboard.connection).not.toHaveText('Live');
  const missed = await device.reports();
  await context.setOffline(false);
  await expect(dashboard.cardOf(missed)).toBeVisible({ timeout: 45_000 });
  await expect(dashboard.connection).toHaveText('Live');
  await dashboard.counts({ total: 1, active: 1, lastHour: 1 });
});

test('a failed load shows a notice and a message in the view', async ({ guard, device }) => {
  await device.reports();
  await guard.route(listCalls, (route) => route.abort('connectionrefused'));
  await guard.goto('/dashboard');
  await expect(toast(guard, 'Error Loading Dashboard', 'Failed to fetch detection data from server')).toBeVisible();
  await expect(guard.getByRole('alert', { name: 'Detections could not be loaded' })).toBeVisible();
  await expect(guard.getByText('No active threats detected')).toHaveCount(0);

  await guard.unroute(listCalls);
  await guard.getByRole('button', { name: 'Refresh Dashboard' }).click();
  await expect(dashboardOf(guard).cards).toHaveCount(1);
  await expect(guard.getByRole('alert', { name: 'Detections could not be loaded' })).toHaveCount(0);
});

test('a failed refresh keeps the cards and shows that they may be outdated', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  const id = await device.reports();
  await dashboard.opens();
  await expect(dashboard.cardOf(id)).toBeVisible();
  await guard.route(listCalls, (route) => route.abort('connectionrefused'));
  await guard.getByRole('button', { name: 'Refresh Dashboard' }).click();
  await expect(toast(guard, 'Error Loading Dashboard', 'Failed to fetch detection data from server')).toBeVisible();
  const notice = guard.getByRole('region', { name: 'Stale data' });
  await expect(notice).toContainText('The last refresh failed');
  await expect(dashboard.cardOf(id)).toBeVisible();

  await guard.unroute(listCalls);
  await notice.getByRole('button', { name: 'Try Again' }).click();
  await expect(notice).toHaveCount(0);
});

test('after a failed refresh only a person or the timer loads again, not what is drawn anew', async ({
  guard,
  device,
}) => {
  await device.reports();
  await dashboardOf(guard).opens();
  let loads = 0;
  await guard.route('**/api/detections/test', (route) => {
    loads += 1;
    return loads === 1 ? route.abort('connectionrefused') : route.continue();
  });
  await guard.getByRole('button', { name: 'Refresh Dashboard' }).click();
  const notice = guard.getByRole('region', { name: 'Stale data' });
  await expect(notice).toContainText('The last refresh failed');

  await guard.setViewportSize({ width: 360, height: 740 });
  await guard.getByRole('button', { name: 'Dashboard actions' }).click();
  await expect(guard.getByRole('button', { name: 'Refresh Dashboard' })).toBeEnabled();
  await guard.keyboard.press('Escape');
  await notice.getByRole('button', { name: 'Try Again' }).click();
  await expect(notice).toHaveCount(0);
  expect(loads).toBe(2);
});
