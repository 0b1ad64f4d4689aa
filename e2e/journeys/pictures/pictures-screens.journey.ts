import { dashboardOf } from '../../fixtures/dashboard.ts';
import { modalsOf } from '../../fixtures/modals.ts';
import { expect, laterBy, test } from '../../fixtures/pictures.ts';
import { reportsThreats } from '../../fixtures/scene.ts';

// Each journey takes many pictures.
test.slow();

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/] });

test.describe('a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the threat view and a threat on a phone', async ({ guard, context, device, looks }) => {
    const dashboard = dashboardOf(guard);
    const newest = await reportsThreats(device);
    await dashboard.opens();
    await dashboard.seesFrameOf(newest);
    await looks('phone-threats');

    await guard.goto(`/dashboard?threat=${newest}`);
    await expect(modalsOf(guard).threat.getByRole('img')).toBeVisible();
    await dashboard.seesFrameOf(newest);
    await looks('phone-threat');

    await dashboard.opens();
    await dashboard.seesFrameOf(newest);
    await context.setOffline(true);
    await laterBy(guard, 95);
    await expect(guard.getByRole('region', { name: 'Stale data' })).toContainText('1 min old');
    await looks('phone-threats-blind');
  });
});

test.describe('a wall', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test('the wall screen empty, with threats and without connection', async ({ guard, context, device, looks }) => {
    const dashboard = dashboardOf(guard);
    await guard.goto('/dashboard?wall');
    await expect(guard.getByText('Live, last heard 0 s ago')).toBeVisible();
    await looks('wall-empty');

    const newest = await reportsThreats(device);
    await guard.goto('/dashboard?wall');
    await expect(guard.getByText('Live, last heard 0 s ago')).toBeVisible();
    await dashboard.seesFrameOf(newest);
    await expect(guard.getByRole('listitem')).toHaveCount(5);
    await looks('wall-threats');

    await context.setOffline(true);
    await laterBy(guard, 95);
    await expect(guard.getByText(/^No connection to the server\. This is 1 min old/)).toBeVisible();
    await looks('wall-blind');
  });
});
