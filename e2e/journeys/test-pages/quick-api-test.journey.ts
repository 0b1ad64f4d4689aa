import type { Locator, Page } from '@playwright/test';
import { presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';

const outcomeOf = (page: Page, test: string) => page.getByRole('group', { name: test, exact: true });
const passed = (test: Locator) => expect(test.getByText('Passed', { exact: true })).toBeVisible();

test('one button tests metrics, frame and threats with the newest threat', async ({ guard, device }) => {
  await device.reports();
  const id = await device.reports({ weapon_type: 'Pistol', metrics: { cpu_usage: 81.5, alert_played: true } });
  await device.reports({ weapon_type: 'Knife', threat_level: 3 });
  await guard.goto('/quick-api-test');
  await expect(guard.getByText('Not run')).toHaveCount(3);
  await presses(guard, 'Run All Tests');
  const [metrics, frame, threats] = ['Metrics', 'Frame', 'Threats'].map((name) => outcomeOf(guard, name));
  if (!metrics || !frame || !threats) throw new Error('three tests');
  for (const test of [metrics, frame, threats]) await passed(test);
  await expect(guard.getByLabel('Detection ID')).toHaveValue(String(id));
  await expect(metrics).toContainText('cpu_usage81.5');
  await expect(metrics).toContainText('gpu_usageN/A');
  const picture = frame.getByRole('img', { name: `Frame of detection ${id}` });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await expect(threats).toContainText('threat_count2');
  await expect(guard.getByRole('log')).toContainText(`GET /api/detections/${id}/frame answered 200`);
});

test('each test runs separately with the selected detection', async ({ guard, device }) => {
  const bare = await device.reports({ frame: null });
  await device.reports();
  await guard.goto('/quick-api-test');
  await presses(guard, 'Test Threats');
  await guard.getByRole('button', { name: `Use detection ${bare}` }).click();
  await presses(guard, 'Test Frame');
  await expect(outcomeOf(guard, 'Frame').getByText('No frame data available')).toBeVisible();
  await expect(outcomeOf(guard, 'Metrics').getByText('Not run')).toBeVisible();
});

test('without an ID no request is sent', async ({ guard }) => {
  await guard.goto('/quick-api-test');
  await presses(guard, 'Test Metrics');
  await expect(outcomeOf(guard, 'Metrics').getByRole('alert')).toHaveText('Detection ID is required');
  await presses(guard, 'Test Frame');
  await expect(outcomeOf(guard, 'Frame').getByRole('alert')).toHaveText('Detection ID is required');
  await presses(guard, 'Run All Tests');
  await expect(outcomeOf(guard, 'Threats').getByText('No active threats detected')).toBeVisible();
  await expect(guard.getByLabel('Detection ID')).toHaveAttribute('aria-invalid', 'true');
});

test.describe('failures', () => {
  test.use({ expectedErrors: [/status of 40[014]|ERR_CONNECTION_REFUSED/] });

  test("show the server's message, and Network Error without a server", async ({ guard, server }) => {
    await guard.goto('/quick-api-test');
    await guard.getByLabel('Detection ID').fill('999');
    await presses(guard, 'Test Metrics');
    await expect(outcomeOf(guard, 'Metrics').getByRole('alert')).toContainText('There is no detection 999');
    await server.isKilled();
    await presses(guard, 'Test Threats');
    await expect(outcomeOf(guard, 'Threats').getByRole('alert')).toHaveText('Network Error');
  });

  test('show a visitor 401 for every call', async ({ page }) => {
    await page.goto('/quick-api-test');
    await page.getByLabel('Detection ID').fill('1');
    for (const name of ['Metrics', 'Frame', 'Threats']) {
      await presses(page, `Test ${name}`);
      await expect(outcomeOf(page, name).getByRole('alert')).toContainText('401');
    }
  });
});
