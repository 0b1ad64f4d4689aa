import { dashboardOf } from '../fixtures/dashboard.ts';
import { deviceWithKey } from '../fixtures/device.ts';
import { expect, test } from '../fixtures/test.ts';

test('a guard adds a device, reports with its key, and revokes it', async ({ guard, server }) => {
  await guard.goto('/dashboard');
  await guard.getByRole('button', { name: 'Account menu' }).click();
  await guard.getByRole('menuitem', { name: 'Devices' }).click();
  await expect(guard).toHaveURL('/devices');

  await guard.getByRole('button', { name: 'Add device' }).click();
  const dialog = guard.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('West wing camera');
  await dialog.getByLabel('Location', { exact: true }).fill('West wing');
  await dialog.getByRole('button', { name: 'Add device' }).click();

  const key =
    (await guard
      .getByText(/^vdk_\S+$/)
      .first()
      .textContent()) ?? '';
  const command = (await guard.getByText(/^curl /).textContent()) ?? '';
  expect(command).toContain(key);
  expect(command).toContain(`${server.url}/api/ingest/detections`);
  await guard.getByRole('button', { name: 'Done' }).click();
  await expect(guard.getByText(key)).toHaveCount(0);

  const row = guard.getByRole('row', { name: /West wing camera/ });
  await expect(row).toContainText('Never');
  const device = deviceWithKey(server.url, { id: '', key });
  const id = await device.reports();
  await dashboardOf(guard).opens();
  await expect(dashboardOf(guard).cardOf(id)).toContainText('West wing');

  await guard.goto('/devices');
  await expect(row).not.toContainText('Never');
  await expect(guard.getByText(key)).toHaveCount(0);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await guard.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await device.tries()).status).toBe(201);

  await row.getByRole('button', { name: 'Revoke' }).click();
  await guard.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toHaveCount(0);
  const refused = await device.tries();
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ success: false, code: 'UNAUTHORIZED' });
});
