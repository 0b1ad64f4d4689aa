import { answersConfirm } from '../../fixtures/confirm.ts';
import { dashboardOf, listCalls } from '../../fixtures/dashboard.ts';
import { frame } from '../../fixtures/frame.ts';
import { expect, secondsAgo, test } from '../../fixtures/pictures.ts';
import { reportsThreats } from '../../fixtures/scene.ts';
import { toast } from '../../fixtures/toast.ts';

// Each journey takes many pictures.
test.slow();

test('the threat view while it loads, empty, with a new threat, with one', async ({ guard, device, looks }) => {
  const dashboard = dashboardOf(guard);
  await guard.route(listCalls, () => {});
  await dashboard.opens();
  await expect(guard.getByText('Loading threats')).toBeAttached();
  await looks('threats-loading');

  await guard.unroute(listCalls);
  await dashboard.opens();
  await expect(guard.getByText('No active threats detected')).toBeVisible();
  await looks('threats-empty');

  const id = await device.reports({ timestamp: secondsAgo(2), frame: await frame('one') });
  await dashboard.seesFrameOf(id);
  await looks('threats-new', { of: dashboard.cardOf(id) });

  await dashboard.opens();
  await dashboard.seesFrameOf(id);
  await looks('threats-one');
});

test.describe('with many threats', () => {
  test.use({ expectedErrors: [/status of 500.*detections\/\d+/] });

  test('the threat view with many, and with one that could not be deleted', async ({ guard, device, looks }) => {
    const dashboard = dashboardOf(guard);
    const newest = await reportsThreats(device);
    await dashboard.opens();
    await dashboard.seesFrameOf(newest);
    await looks('threats-many');

    const answer = { success: false, message: 'The disk is full', code: 'INTERNAL' };
    await guard.route(`**/api/detections/${newest}`, (route) => route.fulfill({ status: 500, json: answer }));
    await answersConfirm(guard, 'accept', () =>
      dashboard.cardOf(newest).getByRole('button', { name: 'Delete Threat' }).click(),
    );
    await dashboard.seesFrameOf(newest);
    await expect(toast(guard, 'Error', 'The disk is full')).toBeVisible();
    await looks('threats-delete-failed');
  });
});

test('the cards of threats without a frame, with a broken one and with a loading one', async ({
  guard,
  device,
  looks,
}) => {
  const dashboard = dashboardOf(guard);
  const late = await device.reports({ timestamp: secondsAgo(30), frame: await frame('late') });
  await device.reports({ timestamp: secondsAgo(20), frame: (await frame('broken')).subarray(0, 24) });
  await device.reports({ timestamp: secondsAgo(10), frame: null });
  await guard.route(`**/api/detections/${late}/thumbnail`, () => {});
  await dashboard.opens();
  await expect(guard.getByText('Frame could not be loaded')).toBeVisible();
  await looks('threats-frames', { of: guard.getByRole('region', { name: /^High Priority Threats/ }) });
});

test.describe('more threats than one page of the list', () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED/] });

  test('the end of the list while older threats load, and after the load failed', async ({ guard, device, looks }) => {
    for (let seconds = 101; seconds > 0; seconds -= 1) {
      await device.reports({ timestamp: secondsAgo(seconds), frame: null });
    }
    const older = /\/api\/detections\/threats\?.*cursor/;
    const view = guard.getByRole('region', { name: 'High Priority Threats (101)' });
    const end = view.getByText(/^Loading older threats|Older threats could not be loaded/);
    for (const [state, answer] of [
      ['loading', () => {}],
      ['failed', (route) => route.abort('connectionrefused')],
    ] as const satisfies [string, Parameters<typeof guard.route>[1]][]) {
      await guard.route(older, answer);
      await dashboardOf(guard).opens();
      await expect(async () => {
        await guard.mouse.wheel(0, 20_000);
        await expect(end).toBeInViewport({ timeout: 300 });
      }).toPass();
      await expect(end).toHaveText(state === 'loading' ? /^Loading/ : /could not be loaded/);
      await looks(`threats-older-${state}`, { of: view.locator(':scope > :last-child') });
      await guard.unroute(older);
    }
  });
});

test('the alert buttons off and on', async ({ guard, context, looks }) => {
  const alerts = guard.getByRole('group', { name: 'Alerts' });
  await dashboardOf(guard).opens();
  await expect(alerts).toBeVisible();
  await looks('alerts-off', { of: alerts });
  await context.grantPermissions(['notifications']);
  await alerts.getByRole('button', { name: 'Enable sound' }).click();
  await alerts.getByRole('button', { name: 'Enable notifications' }).click();
  await expect(alerts.getByRole('button', { name: /^Disable/ })).toHaveCount(2);
  await looks('alerts-on', { of: alerts });
});
