import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { LABELS_MAX } from '@vedette/contract/labels';
import { dashboardOf } from '../fixtures/dashboard.ts';
import { aDevice, deviceWithKey } from '../fixtures/device.ts';
import { frame } from '../fixtures/frame.ts';
import { expect, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

test('a guard adds a device, runs its command in a shell, and revokes it', async ({ guard, server }) => {
  await guard.goto('/dashboard');
  await guard.getByRole('button', { name: 'Account menu' }).click();
  await guard.getByRole('menuitem', { name: 'Devices' }).click();
  await expect(guard).toHaveURL('/devices');
  await expect(guard.getByText('No devices yet')).toBeVisible();

  await guard.getByRole('button', { name: 'Add Device' }).click();
  const dialog = guard.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Device' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Name').fill('West wing camera');
  await dialog.getByLabel('Location').fill('West wing');
  await dialog.getByRole('button', { name: 'Add Device' }).click();

  const key = (await dialog.getByText(/^vdk_\S+$/).textContent()) ?? '';
  const command = (await dialog.getByText(/^curl /).textContent()) ?? '';
  await expect(dialog.getByRole('status')).toHaveText('Waiting for the first report…');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(guard.getByText(key)).toHaveCount(0);
  const row = guard.getByRole('row', { name: /West wing camera/ });
  await expect(row).toContainText('Never');

  const answer = JSON.parse(await pastedIntoAShell(command));
  expect(answer).toEqual({ success: true, detection_id: expect.any(Number) });
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  await dashboard.seesFrameOf(answer.detection_id);
  await expect(dashboard.cardOf(answer.detection_id)).toContainText('West wing');

  await guard.goto('/devices');
  await expect(row).toContainText('just now');
  await expect(guard.getByText(key)).toHaveCount(0);
  const device = deviceWithKey(server.url, { id: '', key });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await guard.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await device.tries()).status).toBe(201);

  await row.getByRole('button', { name: 'Revoke' }).click();
  await guard.getByRole('alertdialog').getByRole('button', { name: 'Revoke Device' }).click();
  await expect(toast(guard, 'Success', 'West wing camera has been revoked')).toBeVisible();
  await expect(row).toHaveCount(0);
  const refused = await device.tries();
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ success: false, code: 'UNAUTHORIZED' });
});

test('a device that is added on the command line can report', async ({ guard, server }) => {
  const added = await server.addsDevice('Gate camera', '--location', 'Gate 1');
  expect(added).toMatchObject({ name: 'Gate camera', location: 'Gate 1', key: expect.stringMatching(/^vdk_/) });
  const id = await deviceWithKey(server.url, { id: added.device_id, key: added.key }).reports();
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  await expect(dashboard.cardOf(id)).toContainText('Gate 1');
});

test.describe('a device with too many labels', () => {
  test.use({ settings: { DEVICE_RATE_LIMIT: '0' } });

  test('is marked in the list of devices', async ({ guard, device }) => {
    const { perDevice } = LABELS_MAX.weapon_type;
    for (let number = 1; number <= perDevice; number += 1) {
      await device.reports({ weapon_type: `Type ${number}`, frame: null });
    }
    const id = await device.reports({ weapon_type: 'One more' });
    await guard.goto('/devices');
    const told = 'Too many different weapon types were reported: further ones are counted as "other"';
    await expect(guard.getByRole('row').filter({ hasText: told })).toHaveCount(1);
    const dashboard = dashboardOf(guard);
    await dashboard.opens();
    await expect(dashboard.cardOf(id)).toContainText('One more');
  });
});

test('the first report of a new device appears without a reload', async ({ guard, server }) => {
  await guard.goto('/devices');
  await guard.getByRole('button', { name: 'Add Device' }).click();
  const dialog = guard.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Yard camera');
  await dialog.getByRole('button', { name: 'Add Device' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Waiting for the first report…');
  const key = (await dialog.getByText(/^vdk_\S+$/).textContent()) ?? '';
  await guard.route('**/api/devices', (route) => route.abort('connectionrefused'));
  await deviceWithKey(server.url, { id: '', key }).reports({ frame: null });
  await expect(dialog.getByRole('status')).toHaveText('First report received');
});

test('devices can be searched, filtered by silence and sorted by their last report', async ({
  guard,
  account,
  device,
}) => {
  await aDevice(account, { name: 'Yard camera', location: 'South yard' });
  await aDevice(account, { name: 'Roof camera', location: 'Roof' });
  await device.reports({ frame: null });
  await guard.goto('/devices');
  const names = guard
    .getByRole('row')
    .getByRole('link', { name: /camera$/ })
    .filter({ hasNotText: 'History' });
  await expect(names).toHaveText(['Gate camera', 'Yard camera', 'Roof camera']);
  await expect(guard.getByText('3 devices, 2 quiet')).toBeVisible();
  await guard.getByLabel('Search').fill('south');
  await expect(names).toHaveText(['Yard camera']);
  await guard.getByLabel('Search').fill('nowhere');
  await expect(guard.getByText('No device matches')).toBeVisible();
  await guard.getByLabel('Search').fill('');
  await guard.getByLabel('Sort by').selectOption('Last report, oldest first');
  await expect(names).toHaveText(['Yard camera', 'Roof camera', 'Gate camera']);
  await guard.getByRole('button', { name: 'Quiet only' }).click();
  await expect(names).toHaveText(['Yard camera', 'Roof camera']);
});

test('the page of a device shows its last picture, metrics and history, and can change its name and key', async ({
  guard,
  server,
  account,
  device,
}) => {
  const first = await device.reports({ metrics: { cpu_usage: 37 } });
  await (await aDevice(account, { name: 'Yard camera' })).reports({ frame: null });
  await guard.goto('/devices');
  await guard.getByRole('link', { name: 'Gate camera', exact: true }).click();
  await expect(guard).toHaveURL(`/devices/${device.id}`);
  await expect(guard).toHaveTitle(/Gate camera · Vedette$/);
  await expect(guard.getByRole('img', { name: `Frame of detection ${first}` })).toBeVisible();
  await expect(guard.getByText('37%')).toBeVisible();

  await guard.getByRole('button', { name: 'Rename or Move' }).click();
  await guard.getByRole('dialog').getByLabel('Name').fill('North camera');
  await guard.getByRole('dialog').getByLabel('Location').fill('North tower');
  await guard.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(guard.getByRole('heading', { name: 'North camera' })).toBeVisible();
  await expect(guard.getByRole('definition').filter({ hasText: 'North tower' })).toBeVisible();

  await guard.getByRole('button', { name: 'Rotate Key' }).click();
  await guard.getByRole('alertdialog').getByRole('button', { name: 'Rotate Key' }).click();
  const dialog = guard.getByRole('dialog');
  const key = (await dialog.getByText(/^vdk_\S+$/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(guard.getByText(key)).toHaveCount(0);
  expect(key).not.toBe(device.key);
  const second = await deviceWithKey(server.url, { id: device.id, key }).reports();
  await expect(guard.getByRole('img', { name: `Frame of detection ${second}` })).toBeVisible();
  const third = await device.reports({ frame: null });

  await guard.getByRole('main').getByRole('link', { name: 'History' }).click();
  await expect(guard.getByText(`#${third}`)).toBeVisible();
  await expect(guard.getByText(`#${first}`)).toBeVisible();
  await expect(guard.getByText('Yard camera')).toHaveCount(0);
  await expect(guard.getByText('North gate')).toHaveCount(1);

  await guard.goBack();
  await guard.getByRole('button', { name: 'Revoke' }).click();
  await guard.getByRole('alertdialog').getByRole('button', { name: 'Revoke Device' }).click();
  await expect(guard).toHaveURL('/devices');
  for (const refused of [device, deviceWithKey(server.url, { id: device.id, key })]) {
    expect((await refused.tries()).status).toBe(401);
  }
});

test.describe('an unknown device', () => {
  test.use({ expectedErrors: [/404/] });

  test('has a page that says so', async ({ guard }) => {
    await guard.goto(`/devices/${'0'.repeat(16)}`);
    await expect(guard.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect((await guard.goto('/devices/unknown'))?.status()).toBe(404);
  });
});

test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED/] });

/** Runs the command in a folder with a frame.jpg, as the page instructs. */
async function pastedIntoAShell(command: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vedette-paste-'));
  try {
    writeFileSync(path.join(folder, 'frame.jpg'), await frame(command));
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`], { cwd: folder });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
