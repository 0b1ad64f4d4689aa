import type { Page } from '@playwright/test';
import { dashboardOf } from '../fixtures/dashboard.ts';
import { expect, test } from '../fixtures/test.ts';

for (const [width, height] of [
  [360, 740],
  [768, 900],
  [1280, 800],
  [1920, 1080],
] as const) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height }, expectedErrors: [/503/] });

    test('a toast covers no button of the cards', async ({ guard, device }) => {
      for (let count = 0; count < 12; count += 1) await device.reports({ frame: null });
      await dashboardOf(guard).opens();
      await guard.route('**/api/detections/12', (route) => route.fulfill({ status: 503 }));
      guard.on('dialog', (dialog) => dialog.accept());
      await guard.getByRole('button', { name: 'Delete Threat' }).first().click();
      await isShownAside(guard, guard.getByRole('main'));
    });

    test('a toast covers no button of an open threat', async ({ guard, device }) => {
      await device.reports();
      await dashboardOf(guard).opens();
      await guard.getByRole('button', { name: 'Expand Threat' }).click();
      await guard.getByRole('button', { name: 'Acknowledge', exact: true }).click();
      await isShownAside(guard, guard.getByRole('dialog'));
    });
  });
}

/** Every button that is on the screen can be pressed at its middle while the toast is shown. */
async function isShownAside(page: Page, area: ReturnType<Page['getByRole']>) {
  const toast = page.locator('[data-sonner-toast][data-mounted="true"]');
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
}
