import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { heartbeatOf } from '../../fixtures/heartbeat.ts';
import { expect, test } from '../../fixtures/test.ts';

for (const width of widths) {
  test.describe(`WCAG 2.2 AA, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test.beforeEach(async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });

    test('public pages', async ({ page }) => {
      await expectAccessible(page);
      for (const path of ['/auth', '/auth?from=home&action=view-dashboard']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
      }
      await page.goto('/login');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });

    test('the dashboard, empty and with threats', async ({ page, context, account, device }) => {
      await account.signsInTo(context);
      const dashboard = dashboardOf(page);
      await dashboard.opens();
      await expect(page.getByText('No active threats detected')).toBeVisible();
      await expectAccessible(page);

      const id = await device.reports();
      await device.reports({ weapon_type: 'Knife', threat_level: 5 });
      await dashboard.seesFrameOf(id);
      await expectAccessible(page);
      await dashboard.shows('Recent Detections');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Account menu' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toBeHidden();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Sound settings' }).click();
      await expect(page.getByRole('slider', { name: 'Volume' })).toBeVisible();
      await expectAccessible(page);
    });

    test('the devices and their dialogs', async ({ page, context, account, device }) => {
      await account.signsInTo(context);
      await page.goto('/devices');
      await expect(page.getByText(device.id)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Revoke' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'Add Device' }).click();
      await expect(page.getByRole('heading', { name: 'Connect a camera' })).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('Name').fill('West wing camera');
      await page.getByRole('button', { name: 'Add Device' }).click();
      await expect(page.getByRole('link', { name: 'Done' })).toBeVisible();
      await expectAccessible(page);
      const key = (await page.getByText(/^vdk_\S+$/).textContent()) ?? '';
      await heartbeatOf({ key }, account, { last_frame_age: null });
      await expect(page.getByText('Its camera sends no frames')).toBeVisible();
      await expectAccessible(page);
      await heartbeatOf({ key }, account);
      await expect(page.getByText('Online: the agent is running')).toBeVisible();
      await expectAccessible(page);
      await device.reports();
      await page.goto(`/devices/${device.id}`);
      await expect(page.getByText('Database status')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Rename or Move' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });

    test.describe('without a response', () => {
      test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED/] });

      test('the dashboard that could not be loaded', async ({ page, context, account }) => {
        await account.signsInTo(context);
        await page.route('**/api/detections/**', (route) => route.abort('connectionrefused'));
        await page.goto('/dashboard');
        await expect(page.getByRole('alert', { name: 'Detections could not be loaded' })).toBeVisible();
        await expectAccessible(page);
      });
    });
  });
}
