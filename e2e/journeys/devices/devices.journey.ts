import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { LABELS_MAX } from '@vedette/contract/labels';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { aDevice, deviceWithKey } from '../../fixtures/device.ts';
import { frame } from '../../fixtures/frame.ts';
import { heartbeatOf } from '../../fixtures/heartbeat.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test('a guard adds a device, runs its command in a shell, and revokes it', async ({ guard, server }) => {
  await guard.goto('/dashboard');
  await guard.getByRole('button', { name: 'Account menu' }).click();
  await guard.getByRole('menuitem', { name: 'Devices' }).click();
  await expect(guard).toHaveURL('/devices');
  await expect(guard.getByText('No devices yet')).toBeVisible();

  await guard.getByRole('link', { name: 'Add Device' }).click();
  await expect(guard).toHaveURL('/devices/connect');
  await guard.getByRole('button', { name: 'Add Device' }).click();
  await expect(guard.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await addsDevice(guard, { name: 'West wing camera', location: 'West wing' });

  const key = (await guard.getByText(/^vdk_\S+$/).textContent()) ?? '';
  const command = (await guard.getByText(/^curl /).textContent()) ?? '';
  await expect(guard.getByText('Waiting for the first report…')).toBeVisible();
  await guard.getByRole('link', { name: 'Done' }).click();
  await expect(guard.getByRole('heading', { name: 'West wing camera' })).toBeVisible();
  await expect(guard.getByText(key)).toHaveCount(0);
  await guard.getByRole('link', { name: 'All devices' }).click();
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
    const notice = 'Too many different weapon types were reported: further ones are counted as "other"';
    await expect(guard.getByRole('row').filter({ hasText: notice })).toHaveCount(1);
    const dashboard = dashboardOf(guard);
    await dashboard.opens();
    await expect(dashboard.cardOf(id)).toContainText('One more');
  });
});

test('the first report of a new device appears without a reload', async ({ guard, server }) => {
  await guard.goto('/devices/connect');
  await addsDevice(guard, { name: 'Yard camera' });
  await expect(guard.getByText('Waiting for the first report…')).toBeVisible();
  const key = (await guard.getByText(/^vdk_\S+$/).textContent()) ?? '';
  await guard.route('**/api/detections/all?device_id=*', (route) => route.abort('connectionrefused'));
  await deviceWithKey(server.url, { id: '', key }).reports({ frame: null });
  await expect(guard.getByText('First report received')).toBeVisible();
});

test('a first report that comes while the stream is interrupted is found, too', async ({ guard, server }) => {
  await guard.route('**/api/detections/stream*', (route) => route.abort('connectionrefused'));
  await guard.goto('/devices/connect');
  await addsDevice(guard, { name: 'Yard camera' });
  await expect(guard.getByText('Waiting for the first report…')).toBeVisible();
  const key = (await guard.getByText(/^vdk_\S+$/).textContent()) ?? '';
  await deviceWithKey(server.url, { id: '', key }).reports({ frame: null });
  await expect(guard.getByText('First report received')).toBeVisible({ timeout: 30_000 });
});

test("an agent's command keeps the key in a file, and the page follows its heartbeats and its first report", async ({
  guard,
  server,
  account,
}) => {
  await guard.goto('/devices/connect');
  await addsDevice(guard, { name: "Guard's gate" });
  await expect(guard.getByRole('heading', { name: "Connect Guard's gate" })).toBeFocused();
  await guard.getByLabel('Camera').fill('rtsp://guard:secret@192.0.2.7/stream');
  await guard.getByLabel('Model').fill('models/site 1.onnx');
  const key = (await guard.getByText(/^vdk_\S+$/).textContent()) ?? '';
  const given = await pastedForAgent((await guard.getByText(/^\(umask 077;/).textContent()) ?? '');
  expect(given).toEqual({
    key,
    mode: '600',
    calls: ['run agent -- check', 'run agent -- run'],
    settings: ['rtsp://guard:secret@192.0.2.7/stream', 'models/site 1.onnx', server.url],
  });

  const status = guard.getByRole('main').getByRole('status').first();
  const device = deviceWithKey(server.url, { id: '', key });
  await expect(status).toHaveText('Waiting for the first heartbeat…');
  await heartbeatOf(device, account, { last_frame_age: null });
  await expect(status).toHaveText('The agent is running. Its camera sends no frames');
  await heartbeatOf(device, account);
  await expect(status).toHaveText('Online: the agent is running and sees its camera');
  await expect(guard.getByText('Waiting for the first report…')).toBeVisible();
  await device.reports({ frame: null });
  await expect(guard.getByText('First report received')).toBeVisible();
  await guard.reload();
  await expect(guard.getByText(key)).toHaveCount(0);
  await expect(guard.getByRole('heading', { name: 'Connect a camera' })).toBeVisible();
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
  await guard.getByRole('button', { name: 'Quiet only' }).click();
  await guard.getByRole('link', { name: 'History of Gate camera' }).click();
  await expect(guard).toHaveURL(`/dashboard?view=history&device_id=${device.id}`);
  await expect(guard.getByRole('heading', { name: 'Matching Detections (1)' })).toBeVisible();
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

async function addsDevice(page: Page, { name, location = '' }: { name: string; location?: string }) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Location').fill(location);
  await page.getByRole('button', { name: 'Add Device' }).click();
}

/** Runs the agent's command in a shell whose npm says how it is called. */
async function pastedForAgent(command: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'vedette-paste-'));
  const told = 'printf "%s\\n" "$*" "$AGENT_SOURCE" "$AGENT_MODEL" "$AGENT_SERVER" "$AGENT_KEY_FILE"';
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', `npm() { ${told}; }\n${command}`], { cwd: folder });
    const [check = '', source, model, url, keyFile = '', run = ''] = stdout.split('\n');
    const file = path.join(folder, keyFile);
    const mode = (statSync(file).mode & 0o777).toString(8);
    return { key: readFileSync(file, 'utf8').trim(), mode, calls: [check, run], settings: [source, model, url] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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
