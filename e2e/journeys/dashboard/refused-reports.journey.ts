import { renameSync } from 'node:fs';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';

const NOT_STORED = 'Evidence is not being stored: the database of the server is damaged or missing';

test('dashboard and wall show a warning while reports are refused', async ({ guard, secondGuard, device, server }) => {
  if (server.databaseAddress.dialect !== 'sqlite') throw new Error('its database is no file');
  const { file } = server.databaseAddress;
  await dashboardOf(guard).opens();
  await secondGuard.goto('/dashboard?wall');
  await expect(guard.getByText('No weapon threat is active.')).toBeVisible();
  await expect(secondGuard.getByText('No weapon threat is active')).toBeVisible();

  renameSync(file, `${file}.moved`);
  await expect(device.reports()).rejects.toThrow('503');
  await expect(guard.getByRole('alert')).toHaveText(NOT_STORED);
  await expect(guard.getByText(/^Reports of the cameras have been refused since \d\d:\d\d:\d\d\./)).toBeVisible();
  await expect(guard.getByText('No weapon threat is active.')).toHaveCount(0);
  await expect(secondGuard.getByRole('alert')).toHaveText(`${NOT_STORED}.`);
  await expect(secondGuard.getByText('No weapon threat is active')).toHaveCount(0);
  await guard.reload();
  await expect(guard.getByRole('alert')).toHaveText(NOT_STORED);

  renameSync(`${file}.moved`, file);
  await expect(guard.getByRole('alert')).toHaveCount(0);
  await expect(secondGuard.getByRole('alert')).toHaveCount(0);
  const id = await device.reports();
  await expect(dashboardOf(guard).cardOf(id)).toBeVisible();
});
