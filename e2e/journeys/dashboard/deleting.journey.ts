import { answersConfirm } from '../../fixtures/confirm.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test('deleting asks for confirmation, and removes the card from every screen', async ({
  guard,
  secondGuard,
  device,
}) => {
  const [kept, doomed] = [await device.reports(), await device.reports({ weapon_type: 'Pistol' })];
  const dashboard = dashboardOf(guard);
  const elsewhere = dashboardOf(secondGuard);
  await dashboard.opens();
  await elsewhere.opens();
  const deleteButton = dashboard.cardOf(doomed).getByRole('button', { name: 'Delete Threat' });

  expect(await answersConfirm(guard, 'dismiss', () => deleteButton.click())).toMatch(/cannot be undone/);
  await expect(dashboard.cardOf(doomed)).toBeVisible();
  await dashboard.counts({ total: 2, active: 2, lastHour: 2 });

  expect(await answersConfirm(guard, 'accept', () => deleteButton.click())).toMatch(/cannot be undone/);
  for (const screen of [dashboard, elsewhere]) {
    await expect(screen.cardOf(doomed)).toHaveCount(0);
    await expect(screen.cardOf(kept)).toBeVisible();
    await screen.counts({ total: 1, active: 1, lastHour: 1 });
  }
});

test('a detection can be deleted in the Recent Detections view', async ({ guard, device }) => {
  const id = await device.reports({ weapon_type: 'Knife', threat_level: 2 });
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  await dashboard.shows('Recent Detections');
  await answersConfirm(guard, 'accept', () => dashboard.cardOf(id).getByRole('button', { name: 'Delete' }).click());
  await expect(guard.getByText('No detections found', { exact: true })).toBeVisible();
  await dashboard.counts({ total: 0, active: 0, lastHour: 0 });
});

test('clearing all asks for confirmation, and empties every screen', async ({ guard, secondGuard, device }) => {
  await device.reports();
  await device.reports({ weapon_type: 'Knife' });
  const dashboard = dashboardOf(guard);
  const elsewhere = dashboardOf(secondGuard);
  await dashboard.opens();
  await elsewhere.opens();
  const clear = guard.getByRole('button', { name: 'Clear All Detections' });

  expect(await answersConfirm(guard, 'dismiss', () => clear.click())).toMatch(/cannot be undone/);
  await dashboard.counts({ total: 2, active: 1, lastHour: 2 });

  await answersConfirm(guard, 'accept', () => clear.click());
  for (const [screen, page] of [
    [dashboard, guard],
    [elsewhere, secondGuard],
  ] as const) {
    await screen.counts({ total: 0, active: 0, lastHour: 0 });
    await expect(page.getByText('No active threats detected', { exact: true })).toBeVisible();
    await expect(screen.banner).toHaveCount(0);
  }

  await clear.click();
  await expect(toast(guard, 'No detections', 'There are no detections to delete')).toBeVisible();
});

test.describe('a delete that fails', () => {
  test.use({ expectedErrors: [/status of 500.*detections\/\d+/] });

  test('shows the reason and restores the card', async ({ guard, device }) => {
    const id = await device.reports();
    const dashboard = dashboardOf(guard);
    await dashboard.opens();
    const answer = { success: false, message: 'The disk is full', code: 'INTERNAL' };
    await guard.route(`**/api/detections/${id}`, (route) => route.fulfill({ status: 500, json: answer }));
    const remove = dashboard.cardOf(id).getByRole('button', { name: 'Delete Threat' });
    await answersConfirm(guard, 'accept', () => remove.click());
    await expect(toast(guard, 'Error', 'The disk is full')).toBeVisible();
    await expect(dashboard.cardOf(id)).toBeVisible();
    await dashboard.counts({ total: 1, active: 1, lastHour: 1 });
  });

  test('shows a default message when the server sends none', async ({ guard, device }) => {
    const id = await device.reports();
    const dashboard = dashboardOf(guard);
    await dashboard.opens();
    await guard.route(`**/api/detections/${id}`, (route) => route.fulfill({ status: 500, body: '<h1>Oops</h1>' }));
    const remove = dashboard.cardOf(id).getByRole('button', { name: 'Delete Threat' });
    await answersConfirm(guard, 'accept', () => remove.click());
    await expect(toast(guard, 'Error', 'Failed to delete detection')).toBeVisible();
    await expect(dashboard.cardOf(id)).toBeVisible();
  });
});
