import { dashboardOf, listCalls } from '../../fixtures/dashboard.ts';
import { expect, framesAreLoaded, laterBy, test } from '../../fixtures/pictures.ts';
import { reportsThreats } from '../../fixtures/scene.ts';
import { toast } from '../../fixtures/toast.ts';

// Each journey takes many pictures.
test.slow();

test.use({
  expectedErrors: [
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_EMPTY_RESPONSE|ERR_CONTENT_LENGTH_MISMATCH/,
  ],
});

const failure = ['Error Loading Dashboard', 'Failed to fetch detection data from server'] as const;

test('the threat view when a load or a refresh fails', async ({ guard, device, looks }) => {
  const dashboard = dashboardOf(guard);
  await guard.route(listCalls, (route) => route.abort('connectionrefused'));
  await dashboard.opens();
  await expect(toast(guard, ...failure)).toBeVisible();
  await looks('threats-failed');

  await guard.unroute(listCalls);
  const newest = await reportsThreats(device);
  await dashboard.opens();
  await dashboard.seesFrameOf(newest);
  await framesAreLoaded(guard);
  await guard.route(listCalls, (route) => route.abort('connectionrefused'));
  await laterBy(guard, 40);
  await guard.getByRole('button', { name: 'Refresh Dashboard' }).click();
  const notice = guard.getByRole('region', { name: 'Stale data' });
  await expect(notice).toContainText('40 s old');
  await expect(toast(guard, ...failure)).toBeVisible();
  await looks('threats-refresh-failed');
});

test('the threat view directly after the server is lost, and later', async ({ guard, device, server, looks }) => {
  const dashboard = dashboardOf(guard);
  const newest = await reportsThreats(device);
  await dashboard.opens();
  await dashboard.seesFrameOf(newest);
  await framesAreLoaded(guard);
  await server.isKilled();
  await expect(dashboard.connection).toHaveText('Reconnecting');
  await looks('threats-reconnecting');

  await laterBy(guard, 95);
  await expect(dashboard.connection).toHaveText('No updates since 16:30');
  await expect(guard.getByRole('region', { name: 'Stale data' })).toContainText('1 min old');
  await looks('threats-blind');
});

test('the empty threat view without a connection', async ({ guard, context, looks }) => {
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  await expect(guard.getByText('No active threats detected')).toBeVisible();
  await context.setOffline(true);
  await expect(dashboard.connection).toHaveText('No updates since 16:30');
  await looks('threats-blind-empty');
});
