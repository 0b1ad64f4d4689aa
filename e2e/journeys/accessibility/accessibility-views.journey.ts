import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { keepsSilentUntilClicked } from '../../fixtures/alerts.ts';
import { expect, test } from '../../fixtures/test.ts';

for (const width of widths) {
  test.describe(`WCAG 2.2 AA, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test.beforeEach(async ({ device }) => {
      await device.reports();
      await device.reports({ weapon_type: 'Knife', threat_level: 5, frame: null });
    });

    test('statistics', async ({ guard }) => {
      await guard.goto('/dashboard?view=statistics');
      await expect(guard.getByText('2 detections in the last hour')).toBeVisible();
      await expectAccessible(guard);
      expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await guard.getByRole('slider').focus();
      await expectAccessible(guard);
    });

    test('the history, with and without a match', async ({ guard, device }) => {
      await guard.goto('/dashboard?view=history');
      await expect(guard.getByRole('article')).toHaveCount(2);
      await expectAccessible(guard);
      expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await device.reports();
      await expect(guard.getByRole('button', { name: '1 new' })).toBeVisible();
      await expectAccessible(guard);
      await guard.goto('/dashboard?view=history&text=nowhere&period=custom');
      await expect(guard.getByText('No detection matches these filters')).toBeVisible();
      if (width < 640) await guard.getByRole('button', { name: /^More filters/ }).click();
      await expectAccessible(guard);
    });

    test('the wall, and the alarm that needs a click first', async ({ guard }) => {
      await keepsSilentUntilClicked(guard);
      await guard.addInitScript(() => localStorage.setItem('vedette.alerts', '{"sound":true}'));
      await guard.goto('/dashboard?wall');
      await expect(guard.getByRole('article')).toBeVisible();
      await expectAccessible(guard);
      await guard.goto('/dashboard');
      await expect(guard.getByText(/^Sound off/)).toBeVisible();
      await expectAccessible(guard);
    });
  });
}
