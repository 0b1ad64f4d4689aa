import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { anAccount } from '../../fixtures/account.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ settings: { TEAM: 'true', TWO_PERSON_CLEAR: 'true' }, expectedErrors: [/409 \(Conflict\)/] });

for (const width of widths) {
  test(`two people clear all detections, at ${width} px`, async ({ guard, browser, server, device }) => {
    const id = await device.reports();
    const colleague = await anAccount(server, 'bea@gmail.com', 'supervisor');
    const context = await browser.newContext({ baseURL: server.url, viewport: { width, height: 800 } });
    await colleague.signsInTo(context);
    const page = await context.newPage();
    for (const screen of [guard, page]) {
      screen.on('dialog', (dialog) => dialog.accept());
      await screen.setViewportSize({ width, height: 800 });
      await dashboardOf(screen).opens();
      await expect(dashboardOf(screen).cardOf(id)).toBeVisible();
    }
    const clear = async () => {
      if (width < 640) await guard.getByRole('button', { name: 'Dashboard actions' }).click();
      await guard.getByRole('button', { name: 'Clear All Detections' }).click();
    };
    await clear();
    const own = guard.getByRole('region', { name: 'Request to delete all detections' });
    const asked = page.getByRole('region', { name: 'Request to delete all detections' });
    await expect(own).toContainText('You asked to delete all detections');
    await clear();
    await expect(guard.getByText('Another person must agree to your request')).toBeVisible();
    await expect(asked).toContainText('asks to delete all detections', { timeout: 15_000 });
    await expectAccessible(page);
    await asked.getByRole('button', { name: 'Refuse' }).click();
    await expect(asked).toHaveCount(0);
    await expect(own).toHaveCount(0, { timeout: 15_000 });
    await expect(dashboardOf(guard).cardOf(id)).toBeVisible();

    await clear();
    await asked.getByRole('button', { name: 'Agree and Delete' }).click({ timeout: 15_000 });
    for (const screen of [guard, page]) await expect(screen.getByText('No active threats detected')).toBeVisible();
    await expect(own).toHaveCount(0, { timeout: 15_000 });
    await context.close();
  });
}
