import type { Locator } from '@playwright/test';
import { dashboardOf } from '../fixtures/dashboard.ts';
import { expect, test } from '../fixtures/test.ts';

const SCREENS = [
  { width: 360, height: 740 },
  { width: 768, height: 900 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

test.describe('with a server that refuses', () => {
  test.use({ expectedErrors: [/503/] });

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

/** Every button on the screen can be pressed at its middle while the toast is shown. Closes the toast. */
async function coversNoButtonOf(area: Locator) {
  const toast = area.page().locator('[data-sonner-toast][data-mounted="true"]');
  await expect(toast).toBeVisible();
  const covered = await area.getByRole('button').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        return at?.closest('[data-sonner-toast]') != null;
      })
      .map((button) => button.textContent),
  );
  expect(covered).toEqual([]);
  await toast.getByRole('button', { name: /close/i }).click();
  await expect(toast).toHaveCount(0);
}
