import { dashboardOf } from '../../fixtures/dashboard.ts';
import { frame } from '../../fixtures/frame.ts';
import { modalCode, modalsOf, readings } from '../../fixtures/modals.ts';
import { expect, secondsAgo, test } from '../../fixtures/pictures.ts';
import { toast } from '../../fixtures/toast.ts';

// Each journey takes many pictures.
test.slow();

test.use({ expectedErrors: [/status of (404|500).*detections\/\d+|TypeError|assets\/modal-|ERR_CONNECTION_REFUSED/] });

const full = { success: false, message: 'The disk is full', code: 'INTERNAL' };

test('a threat with its frame, and with each placeholder of a frame', async ({ guard, device, looks }) => {
  const { threat } = modalsOf(guard);
  const timestamp = secondsAgo(12);
  const id = await device.reports({ timestamp, frame: await frame('whole') });
  const bare = await device.reports({ timestamp, weapon_type: 'Pistol', frame: null });
  const broken = await device.reports({ timestamp, frame: (await frame('broken')).subarray(0, 24) });
  const shown = { of: threat };

  await guard.goto(`/dashboard?threat=${id}`);
  await expect(threat.getByText('Gate camera')).toBeVisible();
  await dashboardOf(guard).seesFrameOf(id);
  await looks('threat', shown);
  await threat.getByRole('button', { name: 'Acknowledge' }).click();
  const notice = toast(guard, 'Alert Acknowledged', 'Threat acknowledged by security personnel');
  await notice.getByRole('button', { name: /close/i }).click();
  await expect(notice).toHaveCount(0);
  await looks('threat-acknowledged', shown);

  const legacy = `**/api/detections/${bare}/frame`;
  await guard.goto(`/dashboard?threat=${bare}`);
  await expect(threat.getByText('No frame data available')).toBeVisible();
  await looks('threat-frame-none', shown);
  await guard.route(legacy, (route) => route.abort('connectionrefused'));
  await threat.getByRole('button', { name: 'Refresh Frame' }).click();
  await expect(threat.getByText('Failed to fetch frame data')).toBeVisible();
  await looks('threat-frame-failed', shown);
  await guard.unroute(legacy);
  await guard.route(legacy, () => {});
  await threat.getByRole('button', { name: 'Refresh Frame' }).click();
  await expect(threat.getByText('Loading frame')).toBeVisible();
  await looks('threat-frame-loading', shown);

  await guard.goto(`/dashboard?threat=${broken}`);
  await expect(threat.getByText('Image failed to display')).toBeVisible();
  await looks('threat-frame-broken', shown);
});

test('a threat that cannot be shown', async ({ guard, looks }) => {
  const { threat } = modalsOf(guard);
  const address = '**/api/detections/4711';
  const states: [name: string, prepare: () => Promise<unknown>, said: string][] = [
    ['unknown', async () => {}, 'There is no detection 4711'],
    [
      'failed',
      () => guard.route(address, (route) => route.fulfill({ status: 500, json: full })),
      'could not be loaded',
    ],
    [
      'unshowable',
      () => guard.route(address, (route) => route.fulfill({ json: { success: true, detection: { id: 4711 } } })),
      'Unable to display threat details. Please try again.',
    ],
  ];
  for (const [name, prepare, said] of states) {
    await prepare();
    await guard.goto('/dashboard?threat=4711');
    await expect(threat.getByRole('alert')).toContainText(said);
    await looks(`threat-${name}`, { of: threat });
    await guard.unroute(address);
  }
  await guard.goto('/dashboard?threat=');
  await expect(threat.getByRole('alert')).toContainText('Invalid threat data');
  await looks('threat-none', { of: threat });

  await guard.route(address, () => {});
  await guard.goto('/dashboard?threat=4711');
  await expect(guard.getByRole('status', { name: 'Loading threat details' })).toBeVisible();
  await looks('threat-loading', { of: threat });

  await guard.route(modalCode, (route) => route.fulfill({ status: 500 }));
  await guard.goto('/dashboard?threat=4711');
  const notice = guard.getByRole('region', { name: 'Threat details' });
  await expect(notice.getByRole('alert')).toBeVisible();
  await looks('threat-without-code', { of: notice });
});

test('the frame viewer, unzoomed and zoomed', async ({ guard, device, looks }) => {
  const { frame: modal } = modalsOf(guard);
  const id = await device.reports({ timestamp: secondsAgo(12), frame: await frame('alone') });
  await guard.goto(`/dashboard?frame=${id}`);
  await dashboardOf(guard).seesFrameOf(id);
  await looks('frame', { of: modal });
  await modal.getByRole('button', { name: 'Zoom in' }).click();
  await looks('frame-zoomed', { of: modal });
});

test('the system metrics: known, unknown, loading, failed', async ({ guard, device, looks }) => {
  const { metrics } = modalsOf(guard);
  const timestamp = secondsAgo(12);
  const whole = await device.reports({ timestamp, frame: null, metrics: { ...readings, device_id: 'jetson-07' } });
  const bare = await device.reports({ timestamp, frame: null, metrics: { device_id: 'jetson-07' } });
  const address = '**/api/detections/*/metrics';

  for (const [name, id] of [
    ['metrics', whole],
    ['metrics-unknown', bare],
  ] as const) {
    await guard.goto(`/dashboard?metrics=${id}`);
    await expect(metrics.getByText('Last updated')).toBeVisible();
    await looks(name, { of: metrics });
  }
  await guard.route(address, (route) => route.fulfill({ status: 500, json: full }));
  await metrics.getByRole('button', { name: 'Refresh' }).click();
  await expect(metrics.getByRole('alert')).toContainText('The disk is full');
  await looks('metrics-refresh-failed', { of: metrics });
  await guard.goto(`/dashboard?metrics=${whole}`);
  await expect(metrics.getByRole('alert')).toContainText('The disk is full');
  await looks('metrics-failed', { of: metrics });
  await guard.unroute(address);

  await guard.route(address, () => {});
  await guard.goto(`/dashboard?metrics=${whole}`);
  await expect(metrics.getByRole('status', { name: 'Loading system metrics' })).toBeVisible();
  await looks('metrics-loading', { of: metrics });
  await guard.goto('/dashboard?metrics=');
  await expect(metrics.getByRole('alert')).toBeVisible();
  await looks('metrics-none', { of: metrics });
});
