import type { Page } from '@playwright/test';
import { openDatabase } from '../../../server/src/db/database.ts';
import { expectAccessible } from '../../fixtures/accessibility.ts';
import type { Account } from '../../fixtures/account.ts';
import { aDevice } from '../../fixtures/device.ts';
import { heartbeatOf } from '../../fixtures/heartbeat.ts';
import type { Server } from '../../fixtures/servers/server.ts';
import { expect, test } from '../../fixtures/test.ts';

const noticeOn = (page: Page) => page.getByRole('region', { name: 'Devices that do not watch' });

/** As if the last heartbeat had come so long ago. */
async function ageHeartbeats({ databaseAddress }: Server, account: Account, ms: number) {
  // The list is answered after all heartbeats are in the database.
  await account.calls('GET', '/api/devices');
  const database = openDatabase(databaseAddress);
  await database.kysely
    .updateTable('device')
    .set((row) => ({ heartbeat_at: row('heartbeat_at', '-', ms) }))
    .execute();
  await database.close();
}

test('a camera that is blind and then offline is named on dashboard and wall until it is back', async ({
  guard,
  secondGuard,
  device,
  account,
  server,
}) => {
  await guard.goto('/dashboard');
  await secondGuard.goto('/dashboard?wall');
  await expect(guard.getByText('No weapon threat is active.')).toBeVisible();
  await expect(secondGuard.getByText('No weapon threat is active')).toBeVisible();
  await heartbeatOf(device, account);
  await expect(noticeOn(guard)).toHaveCount(0);

  await heartbeatOf(device, account, { last_frame_age: 20_000 });
  for (const page of [guard, secondGuard]) {
    await expect(noticeOn(page).getByRole('alert')).toHaveText(/^Not watching: Gate camera \(no frames since \S+\)$/);
  }
  // It is not a threat, and it does not hide the message that there are none.
  await expect(guard.getByText('No weapon threat is active.')).toBeVisible();

  await ageHeartbeats(server, account, 95_000);
  for (const page of [guard, secondGuard]) {
    await expect(noticeOn(page).getByRole('alert')).toHaveText(/^Not watching: Gate camera \(offline since \S+\)$/);
  }
  await guard.reload();
  await expect(noticeOn(guard)).toBeVisible();

  await heartbeatOf(device, account);
  for (const page of [guard, secondGuard]) await expect(noticeOn(page)).toHaveCount(0);
});

test('many offline devices are counted, and a revoked one is no longer named', async ({ guard, account }) => {
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
    await heartbeatOf(await aDevice(account, { name }), account, { last_frame_age: null });
  }
  await guard.goto('/dashboard');
  await expect(noticeOn(guard).getByRole('alert')).toHaveText(/^Not watching: G .*, F .*, E .* and 4 more$/);
  await expectAccessible(guard);
  await noticeOn(guard).getByRole('link', { name: 'Open devices' }).click();
  await expect(guard.getByText('Camera sends no frames')).toHaveCount(7);
  await expectAccessible(guard);
  await guard.getByRole('row', { name: /^G / }).getByRole('button', { name: 'Revoke' }).click();
  await guard.getByRole('alertdialog').getByRole('button', { name: 'Revoke Device' }).click();
  await expect(guard.getByRole('alertdialog')).toHaveCount(0);
  await guard.goBack();
  await expect(noticeOn(guard).getByRole('alert')).toHaveText(/^Not watching: F .*, E .*, D .* and 3 more$/);
});

test('the pages of devices show states in words, without a reload', async ({ guard, device, account, server }) => {
  await guard.goto('/devices');
  const row = guard.getByRole('row', { name: /^Gate camera/ });
  await expect(row).toBeVisible();
  await expect(row.getByText('Online')).toHaveCount(0);
  await heartbeatOf(device, account);
  await expect(row.getByText('Online')).toBeVisible();
  await heartbeatOf(device, account, { last_frame_age: null });
  await expect(row.getByText('Camera sends no frames')).toBeVisible();
  await heartbeatOf(device, account, { sent_at: new Date(Date.now() + 3_600_000).toISOString() });
  await expect(row.getByText('Clock is 1 h ahead')).toBeVisible();
  await heartbeatOf(device, account, { outbox: { waiting: 12, oldest_age: 61_000, dead: 0 } });
  await expect(row.getByText('12 reports wait on the device')).toBeVisible();
  await ageHeartbeats(server, account, 95_000);
  await expect(row.getByText(/^Offline since \S+$/)).toBeVisible();

  await row.getByRole('link', { name: 'Gate camera', exact: true }).click();
  await expect(guard.getByText(/^Offline since \S+$/)).toBeVisible();
  await heartbeatOf(device, account);
  await expect(guard.getByText('Online', { exact: true })).toBeVisible();
  for (const fact of ['12.5', 'yolo (abababababab)', '1.2.3']) {
    await expect(guard.getByText(fact, { exact: true })).toBeVisible();
  }
});

test('a heartbeat of a new device is not called its first report', async ({ guard, account }) => {
  const device = await aDevice(account, { name: 'Yard camera' });
  await guard.goto(`/devices/${device.id}`);
  const status = guard.getByRole('status').filter({ hasText: 'first report' });
  await expect(status).toHaveText('Waiting for the first report…');
  await heartbeatOf(device, account);
  await expect(guard.getByText('Online', { exact: true })).toBeVisible();
  await expect(guard.getByText('just now', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(status).toHaveText('Waiting for the first report…');
  await device.reports({ frame: null });
  await expect(guard.getByText('First report received')).toBeVisible();
});
