import type { Locator } from '@playwright/test';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { aDevice } from '../../fixtures/device.ts';
import { holdsBack } from '../../fixtures/held-back.ts';
import { expect, test } from '../../fixtures/test.ts';

// A toast that moves in is not yet where it is going to stand.
test.use({ expectedErrors: [/503/], contextOptions: { reducedMotion: 'reduce' } });

const SCREENS = [
  { width: 360, height: 740 },
  { width: 768, height: 900 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

test('a toast covers no button of the cards at any width', async ({ guard, device }) => {
  for (let count = 0; count < 12; count += 1) await device.reports({ frame: null });
  await dashboardOf(guard).opens();
  await guard.route('**/api/detections/12', (route) => route.fulfill({ status: 503 }));
  guard.on('dialog', (dialog) => dialog.accept());
  for (const screen of SCREENS) {
    await guard.setViewportSize(screen);
    await guard.getByRole('button', { name: 'Delete Threat' }).first().click();
    await coversNoButtonOf(guard.getByRole('main'));
  }
});

test('a toast covers no button of an open threat at any width', async ({ guard, device }) => {
  await device.reports();
  await dashboardOf(guard).opens();
  for (const screen of SCREENS) {
    await guard.setViewportSize(screen);
    await guard.getByRole('button', { name: 'Expand Threat' }).click();
    await guard.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await coversNoButtonOf(guard.getByRole('dialog'));
    await guard.keyboard.press('Escape');
    await expect(guard.getByRole('dialog')).toHaveCount(0);
  }
});

for (const button of ['System Metrics', 'View Frame']) {
  test(`a toast covers no control of ${button} at any width`, async ({ guard, device }) => {
    await device.reports();
    await dashboardOf(guard).opens();
    for (const screen of SCREENS) {
      await guard.setViewportSize(screen);
      const refuse = await holdsBack(guard, '**/api/detections/test', (route) => route.fulfill({ status: 503 }));
      if (screen.width < 640) await guard.getByRole('button', { name: 'Dashboard actions' }).click();
      await guard.getByRole('button', { name: 'Refresh Dashboard' }).click();
      await guard.getByRole('button', { name: button }).click();
      await expect(guard.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeVisible();
      refuse();
      await coversNoButtonOf(guard.getByRole('dialog'));
      await guard.keyboard.press('Escape');
      await expect(guard.getByRole('dialog')).toHaveCount(0);
      await guard.unroute('**/api/detections/test');
    }
  });
}

test('a toast covers no control of a device list, a profile or a wall screen at any width', async ({
  guard,
  account,
}) => {
  for (let count = 0; count < 9; count += 1) await aDevice(account, { name: `Camera ${count}` });
  for (const screen of SCREENS) {
    await guard.setViewportSize(screen);
    await guard.goto('/devices');
    await guard
      .getByRole('row', { name: /^Camera/ })
      .first()
      .getByRole('button', { name: 'Revoke' })
      .click();
    await guard.getByRole('alertdialog').getByRole('button', { name: 'Revoke Device' }).click();
    await expect(guard.getByRole('alertdialog')).toHaveCount(0);
    await coversNoButtonOf(guard.getByRole('main'));

    await guard.goto('/profile');
    await guard.getByLabel('New Password', { exact: true }).fill('a long password');
    await guard.getByRole('button', { name: 'Update Password' }).click();
    await coversNoButtonOf(guard.getByRole('main'));

    await guard.route('**/api/detections/threats*', (route) => route.fulfill({ status: 503 }));
    await guard.goto('/dashboard?wall');
    await expect(guard.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await coversNoButtonOf(guard.getByRole('main'));
    await guard.unroute('**/api/detections/threats*');
  }
});

/** Every control on the screen can be pressed at its middle while the toast is shown. Closes the toast. */
async function coversNoButtonOf(area: Locator) {
  const toast = area.page().locator('[data-sonner-toast][data-mounted="true"]');
  await expect(toast).toBeVisible();
  const covered = await area.locator(':is(button, a[href], input, select):not([aria-hidden])').evaluateAll((controls) =>
    controls
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        return at?.closest('[data-sonner-toast]') != null;
      })
      .map((control) => control.textContent || control.id),
  );
  expect(covered).toEqual([]);
  await toast.getByRole('button', { name: /close/i }).click();
  await expect(toast).toHaveCount(0);
}
