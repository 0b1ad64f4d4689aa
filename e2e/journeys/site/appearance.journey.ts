import { dashboardOf } from '../../fixtures/dashboard.ts';
import { aDevice } from '../../fixtures/device.ts';
import { expect, test } from '../../fixtures/test.ts';

test.describe('on a machine set to dark', () => {
  test.use({ colorScheme: 'dark' });

  test('the page is light by default and keeps the chosen colour mode', async ({ page }) => {
    await page.goto('/');
    const isDark = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
    expect(await isDark()).toBe(false);
    await page.getByRole('button', { name: 'Toggle colour mode' }).click();
    expect(await isDark()).toBe(true);
    await page.reload();
    expect(await isDark()).toBe(true);
  });
});

for (const width of [360, 768, 1920]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('no page is wider than the screen', async ({ guard, device }) => {
      const id = await device.reports({
        location: 'A place whose name is as long as anybody has ever given to a place',
      });
      await dashboardOf(guard).opens();
      await dashboardOf(guard).seesFrameOf(id);
      const tooWide = () => guard.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(await tooWide()).toBeLessThanOrEqual(0);
      await dashboardOf(guard).shows('Recent Detections');
      await expect(dashboardOf(guard).cardOf(id)).toBeVisible();
      expect(await tooWide()).toBeLessThanOrEqual(0);
      await guard.goto('/devices');
      await expect(guard.getByText(device.id)).toBeVisible();
      expect(await tooWide()).toBeLessThanOrEqual(0);
    });
  });
}

test('long names do not hide the buttons of a threat', async ({ guard, account }) => {
  const dashboard = dashboardOf(guard);
  const device = await aDevice(account, {
    name: 'Perimeter thermal camera, north-eastern turbine hall',
    location: 'Turbine hall 3, north-eastern loading dock behind the transformer yard',
  });
  const id = await device.reports({ weapon_type: 'assault rifle' });
  await dashboard.opens();
  await dashboard.seesFrameOf(id);
  for (const width of [360, 640, 1024, 1280, 1536]) {
    await guard.setViewportSize({ width, height: 800 });
    const cutOff = () => dashboard.cardOf(id).evaluate((card) => card.scrollHeight - card.clientHeight);
    await expect.poll(cutOff, `${width} px wide`).toBe(0);
  }
});
