import { notesAlerts } from '../../fixtures/alerts.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';
import { wholeBrowser } from '../../fixtures/whole-browser.ts';

test.use(wholeBrowser);

test('the alarm repeats until a threat is viewed, and each level has its own chime', async ({ guard, device }) => {
  const alerts = await notesAlerts(guard);
  const dashboard = dashboardOf(guard);
  await guard.clock.install();
  await dashboard.opens();
  await guard.getByRole('button', { name: 'Enable sound' }).click();
  await expect.poll(alerts.lengths).toEqual([1.2]);

  const first = await device.reports({ threat_level: 8 });
  await expect(dashboard.cardOf(first)).toBeVisible();
  await expect.poll(alerts.lengths).toEqual([1.2, 1.2]);
  await guard.clock.runFor(10_000);
  await expect.poll(alerts.lengths).toEqual([1.2, 1.2, 1.2]);
  await guard.keyboard.press('Shift');
  await guard.clock.runFor(30_000);
  expect(await alerts.sounds()).toBe(3);

  await device.reports({ threat_level: 10 });
  await expect.poll(alerts.lengths).toEqual([1.2, 1.2, 1.2, 1.68]);
  await guard.clock.runFor(20_000);
  await expect.poll(alerts.lengths).toEqual([1.2, 1.2, 1.2, 1.68, 1.68, 1.68]);
  await guard.mouse.move(300, 300);
  await guard.mouse.move(310, 310);
  await guard.clock.runFor(30_000);
  expect(await alerts.sounds()).toBe(6);
});

test('the alarm stops repeating when no threat is active', async ({ guard, account, device }) => {
  const alerts = await notesAlerts(guard);
  await guard.clock.install();
  await dashboardOf(guard).opens();
  await guard.getByRole('button', { name: 'Enable sound' }).click();
  await expect.poll(alerts.sounds).toBe(1);
  const id = await device.reports({ threat_level: 9, frame: null });
  await expect.poll(alerts.lengths).toEqual([1.2, 1.44]);
  await account.calls('DELETE', `/api/detections/${id}`);
  await expect(guard).toHaveTitle('Dashboard · Vedette');
  await guard.clock.runFor(30_000);
  expect(await alerts.sounds()).toBe(2);
});

test('the alarm panel sets the volume and plays a test sound by keyboard, and the volume is stored', async ({
  guard,
}) => {
  const alerts = await notesAlerts(guard);
  await dashboardOf(guard).opens();
  const settings = guard.getByRole('button', { name: 'Sound settings' });
  const panel = guard.getByRole('dialog', { name: 'Sound settings' });
  await settings.focus();
  await guard.keyboard.press('Enter');
  await expect(panel).toBeVisible();
  const volume = panel.getByRole('slider', { name: 'Volume' });
  await expect(volume).toHaveValue('100');
  await volume.press('ArrowLeft');
  await volume.press('ArrowLeft');
  await expect(panel).toContainText('80 %');
  await panel.getByRole('button', { name: 'Test sound' }).press('Enter');
  await expect.poll(alerts.volumes).toEqual([expect.closeTo(0.8)]);
  await guard.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(settings).toBeFocused();

  await guard.reload();
  await settings.click();
  await expect(volume).toHaveValue('80');
  const box = await panel.boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= (guard.viewportSize()?.width ?? 0)).toBe(true);
});

test("'Sound off' warns while threats are active", async ({ guard, device }) => {
  await dashboardOf(guard).opens();
  const chip = guard.getByText('Sound off', { exact: true });
  await expect(chip).toHaveClass(/bg-sunken/);
  await device.reports();
  await expect(chip).toHaveClass(/bg-caution-soft/);
});
