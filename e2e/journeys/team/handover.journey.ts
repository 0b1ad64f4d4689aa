import { openDatabase } from '../../../server/src/db/database.ts';
import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import type { Account } from '../../fixtures/account.ts';
import type { Device } from '../../fixtures/device.ts';
import type { Server } from '../../fixtures/servers/server.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ settings: { TEAM: 'true' }, expectedErrors: [/400 \(Bad Request\).*handover\/mail/] });

/** Four alarms, of which one is a false alarm, one is acknowledged and two are open. */
async function aShift(device: Device, account: Account) {
  for (const weapon_type of ['rifle', 'Pistol', 'machete', 'axe']) {
    await device.reports({ weapon_type, threat_level: 9, frame: null });
  }
  const answers = async (incident: number, what: string, body: object) => {
    expect((await account.calls('POST', `/api/incidents/${incident}/${what}`, body)).status).toBe(200);
  };
  await answers(1, 'close', { verdict: 'false_alarm', note: 'a broom' });
  await answers(2, 'acknowledge', {});
}

/** Hand-overs are mailed to confirmed addresses only. */
async function hasConfirmed({ databaseAddress }: Server, { email }: Account) {
  const { kysely, close } = openDatabase(databaseAddress);
  await kysely.updateTable('auth_user').set({ emailVerified: 1 }).where('email', '=', email).execute();
  await close();
}

test('a shift is read, narrowed, mailed and left by keyboard alone', async ({ guard, server, device, account }) => {
  await hasConfirmed(server, account);
  await aShift(device, account);
  await guard.goto('/dashboard');
  const menu = guard.getByRole('button', { name: 'Account menu' });
  await menu.focus();
  await guard.keyboard.press('Enter');
  const entry = guard.getByRole('menuitem', { name: 'Hand-over' });
  await expect(entry).toBeVisible();
  await expect(async () => {
    await guard.keyboard.press('ArrowDown');
    await expect(entry).toBeFocused({ timeout: 100 });
  }).toPass();
  await guard.keyboard.press('Enter');
  await expect(guard.getByRole('heading', { name: 'Hand-over' })).toBeVisible();
  await expect(guard.getByText('4 alarms', { exact: true })).toBeVisible();
  await expect(guard.getByText('Nobody has looked at 2 alarms.')).toBeVisible();
  const rows = guard.getByRole('table', { name: 'Alarms' }).getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText('Open, unseen');
  await expect(rows.nth(3)).toContainText('Acknowledged');
  await expect(rows.nth(4)).toContainText('False alarm');
  await expect(rows.nth(4)).toContainText('a broom');

  // A time in which nothing happened, typed.
  const from = guard.getByLabel('From, time');
  await from.focus();
  await guard.keyboard.press('Control+A');
  await guard.keyboard.type('25:00');
  await expect(guard.getByText('Write the time as 00:00 to 23:59')).toBeVisible();
  await guard.getByRole('button', { name: 'Last 12 hours' }).focus();
  await guard.keyboard.press('Space');
  await expect(guard).toHaveURL(/from=.*to=/);
  await expect(rows).toHaveCount(5);

  const mail = guard.getByLabel('Mail to the next shift');
  await mail.focus();
  await guard.keyboard.type('eve@example.org');
  await guard.keyboard.press('Enter');
  await expect(guard.getByText('eve@example.org is not the confirmed address of an account here')).toBeVisible();
  await guard.keyboard.press('Control+A');
  await guard.keyboard.type(account.email);
  await guard.keyboard.press('Enter');
  await expect(guard.getByText('Hand-over sent', { exact: true })).toBeVisible();

  await guard.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).focus();
  await guard.keyboard.press('Enter');
  await expect(guard).toHaveURL(/\/dashboard/);
});

test('statistics show how a team answers, and which device gives false alarms', async ({ guard, device, account }) => {
  await aShift(device, account);
  await guard.goto('/dashboard?view=statistics');
  await expect(guard.getByRole('list', { name: 'Time to answer, by shift' }).getByRole('listitem')).toHaveCount(3);
  await expect(guard.getByText('4 alarms of the last 30 days')).toBeVisible();
  const devices = guard.getByRole('table', { name: 'False alarms by device' });
  await expect(devices.getByRole('row').nth(1)).toContainText('Gate camera of 4');
  await expect(guard.getByText('1 false alarms in the last 30 days')).toHaveCount(0);
  await devices.getByRole('link', { name: 'Gate camera' }).click();
  await expect(guard).toHaveURL(new RegExp(`/devices/${device.id}`));
});

test('paper gets the alarms, and none of the controls', async ({ guard, device, account }) => {
  await aShift(device, account);
  await guard.goto('/handover');
  await expect(guard.getByRole('table', { name: 'Alarms' })).toBeVisible();
  await guard.emulateMedia({ media: 'print' });
  await expect(guard.getByRole('table', { name: 'Alarms' })).toBeVisible();
  await expect(guard.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(guard.getByLabel('Mail to the next shift')).toBeHidden();
});

test.describe('without TEAM', () => {
  test.use({ settings: {}, expectedErrors: [/404/] });

  test('there is no hand-over', async ({ guard }) => {
    await guard.goto('/handover');
    await expect(guard.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await guard.getByRole('button', { name: 'Account menu' }).click();
    await expect(guard.getByRole('menuitem', { name: 'Devices' })).toBeVisible();
    await expect(guard.getByRole('menuitem', { name: 'Hand-over' })).toHaveCount(0);
  });
});

for (const width of widths) {
  test.describe(`WCAG 2.2 AA, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('the hand-over and the figures of answers', async ({ guard, device, account }) => {
      await guard.goto('/handover');
      await expect(guard.getByText('No active threats were seen in this time, and none is open.')).toBeVisible();
      await expectAccessible(guard);
      await aShift(device, account);
      await guard.goto('/handover');
      await expect(guard.getByRole('table', { name: 'Alarms' })).toBeVisible();
      await expectAccessible(guard);
      expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await guard.goto('/dashboard?view=statistics');
      await expect(guard.getByRole('table', { name: 'False alarms by device' })).toBeVisible();
      await expectAccessible(guard);
      expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  });
}
