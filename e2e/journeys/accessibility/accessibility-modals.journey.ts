import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { frame } from '../../fixtures/frame.ts';
import { modalsOf, readings } from '../../fixtures/modals.ts';
import { expect, test } from '../../fixtures/test.ts';

for (const width of widths) {
  test.describe(`the modals by WCAG 2.2 AA, ${width} px wide`, () => {
    test.use({
      viewport: { width, height: 800 },
      contextOptions: { reducedMotion: 'reduce' },
      expectedErrors: [/status of 404.*detections\/\d+/],
    });

    test('a threat with all data, with none, and broken', async ({ guard, device }) => {
      const { threat } = modalsOf(guard);
      const whole = await device.reports({ metrics: readings });
      const bare = await device.reports({ frame: null });
      const broken = await device.reports({ frame: (await frame('broken')).subarray(0, 24) });

      await guard.goto(`/dashboard?threat=${whole}`);
      await dashboardOf(guard).seesFrameOf(whole);
      await expectAccessible(guard);
      await threat.getByRole('button', { name: 'Acknowledge' }).click();
      await expect(guard.getByText('Alert Acknowledged')).toBeVisible();
      await expectAccessible(guard);
      await guard.goto(`/dashboard?threat=${bare}`);
      await expect(threat.getByText('Detection frame not available')).toBeVisible();
      await expectAccessible(guard);
      await guard.goto(`/dashboard?threat=${broken}`);
      await expect(threat.getByText('Image failed to display')).toBeVisible();
      await expectAccessible(guard);
      await guard.goto('/dashboard?threat=4711');
      await expect(threat.getByRole('alert')).toBeVisible();
      await expectAccessible(guard);
    });

    test('the frame viewer, the metrics, and their loading states', async ({ guard, device }) => {
      const { metrics, frame: picture } = modalsOf(guard);
      const whole = await device.reports({ metrics: readings });
      const bare = await device.reports({ frame: null });
      await guard.goto(`/dashboard?frame=${whole}`);
      await dashboardOf(guard).seesFrameOf(whole);
      await picture.getByRole('button', { name: 'Zoom in' }).click();
      await expectAccessible(guard);

      for (const id of [whole, bare]) {
        await guard.goto(`/dashboard?metrics=${id}`);
        await expect(metrics.getByText('Last updated')).toBeVisible();
        await expectAccessible(guard);
      }
      await guard.route(/\/api\/detections\/4712/, () => {});
      for (const [modal, state] of [
        ['metrics', 'Loading system metrics'],
        ['threat', 'Loading threat details'],
      ] as const) {
        await guard.goto(`/dashboard?${modal}=4712`);
        await expect(guard.getByRole('status', { name: state })).toBeVisible();
        await expectAccessible(guard);
      }
      await guard.goto('/dashboard?metrics=');
      await expect(metrics.getByRole('alert')).toBeVisible();
      await expectAccessible(guard);
    });
  });
}
