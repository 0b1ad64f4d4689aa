import type { Locator } from '@playwright/test';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { modalsOf, readings } from '../../fixtures/modals.ts';
import { controlsRequestTimeouts } from '../../fixtures/request-timeouts.ts';
import { expect, test } from '../../fixtures/test.ts';

const FAILED = 'Failed to load system metrics - this detection may not have metrics data';

test('the system metrics of a detection show every field with its unit and colour', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  const { metrics, any } = modalsOf(guard);
  const id = await device.reports({ threat_level: 9, metrics: readings });
  await dashboard.opens();
  const opener = dashboard.cardOf(id).getByRole('button', { name: 'System Metrics' });
  await opener.click();
  await expect(guard).toHaveURL(`/dashboard?metrics=${id}`);
  await expectFacts(metrics, {
    'Confidence score': '97%',
    'Threat level': '9/10',
    'Device type': 'Jetson Orin Nano',
    'Device ID': device.id,
    'CPU temperature': '61 °C',
    'GPU temperature': '67.5 °C',
    'CPU voltage': '0.91 V',
    'GPU voltage': '0.88 V',
    'Network status': 'Connected',
    'Network speed': '94 Mbps',
    'Signal strength': '-51 dBm',
    'Detection latency': '38 ms',
    'Distance to detection': '12.4 m',
    'Alert played': 'Yes',
    'Database status': 'Synchronised',
    'Last updated': '15 Jan 2026, 12:00:00',
  });
  for (const [name, value, grade] of [
    ['CPU usage', '72%', 'orange'],
    ['GPU usage', '88.5%', 'red'],
    ['RAM usage', '55%', 'yellow'],
    ['Disk usage', '31%', 'green'],
  ] as const) {
    const bar = metrics.getByRole('progressbar', { name });
    await expect(bar).toHaveAttribute('aria-valuetext', value);
    await expect(bar).toHaveAttribute('data-grade', grade);
  }
  await metrics.getByRole('button', { name: 'Close' }).click();
  await expect(any).toHaveCount(0);
  await expect(opener).toBeFocused();

  // Closing the modal discarded its data.
  await guard.route('**/api/detections/*/metrics', () => {});
  await opener.click();
  await expect(metrics.getByRole('status', { name: 'Loading system metrics' })).toBeVisible();
  await expect(metrics.getByRole('term')).toHaveCount(0);
});

test('missing readings are shown as N/A, and textual ones unchanged', async ({ guard, device }) => {
  const { metrics } = modalsOf(guard);
  const silent = await device.reports();
  await guard.goto(`/dashboard?metrics=${silent}`);
  await expectFacts(metrics, { 'CPU temperature': 'N/A', 'Network status': 'N/A', 'Alert played': 'N/A' });
  await expectFacts(metrics, { 'Device type': 'Gate camera', 'Database status': 'N/A' });
  await expect(metrics.getByText('N/A', { exact: true })).toHaveCount(15);
  await expect(metrics.getByRole('progressbar')).toHaveCount(0);

  const wordy = await device.reports({
    metrics: { cpu_usage: '95 %', gpu_usage: 'idle', alert_played: false, network_status: 'Degraded' },
  });
  await guard.goto(`/dashboard?metrics=${wordy}`);
  await expectFacts(metrics, { 'Alert played': 'No', 'Network status': 'Degraded' });
  await expect(metrics.getByText('idle', { exact: true })).toBeVisible();
  await expect(metrics.getByRole('progressbar')).toHaveCount(1);
  await expect(metrics.getByRole('progressbar')).toHaveAttribute('data-grade', 'red');
});

test.describe('metrics that cannot be loaded', () => {
  test.use({ expectedErrors: [/status of (404|500).*\/metrics/] });

  test('show an error, and Refresh retries', async ({ guard, device }) => {
    const { metrics } = modalsOf(guard);
    const id = await device.reports({ metrics: readings });
    const fails = { status: 500, json: { success: false, message: 'The disk is full', code: 'INTERNAL' } };
    await guard.route('**/api/detections/*/metrics', (route) => route.fulfill(fails));
    await guard.goto(`/dashboard?metrics=${id}`);
    await expect(metrics.getByRole('alert')).toContainText(FAILED);
    await expect(metrics.getByRole('alert')).toContainText('The disk is full');

    await guard.unroute('**/api/detections/*/metrics');
    await metrics.getByRole('button', { name: 'Refresh' }).click();
    await expectFacts(metrics, { 'CPU temperature': '61 °C' });
    await expect(metrics.getByRole('alert')).toHaveCount(0);

    await guard.route('**/api/detections/*/metrics', (route) => route.fulfill(fails));
    await metrics.getByRole('button', { name: 'Refresh' }).click();
    await expect(metrics.getByRole('alert')).toContainText(FAILED);
    await expectFacts(metrics, { 'CPU temperature': '61 °C' });
  });

  test('time out after ten seconds', async ({ guard, device }) => {
    const { metrics } = modalsOf(guard);
    const id = await device.reports();
    await guard.route('**/api/detections/*/metrics', () => {});
    await controlsRequestTimeouts(guard);
    const asked = guard.waitForRequest('**/api/detections/*/metrics');
    await guard.goto(`/dashboard?metrics=${id}`);
    await asked;
    await expect(metrics.getByRole('status', { name: 'Loading system metrics' })).toBeVisible();
    await guard.clock.fastForward(10_000);
    await expect(metrics.getByRole('alert')).toContainText(FAILED);
    await expect(metrics.getByRole('alert')).toContainText('Network Error');
  });

  test('belong to no detection', async ({ guard }) => {
    const { metrics } = modalsOf(guard);
    await guard.goto('/dashboard?metrics=4711');
    await expect(metrics.getByRole('alert')).toContainText(FAILED);
    await expect(metrics.getByRole('alert')).toContainText('There is no detection 4711');
    await guard.goto('/dashboard?metrics=');
    await expect(metrics.getByRole('alert')).toHaveText('No detection ID provided');
  });
});

test('scrolling over a modal does not scroll the page behind it', async ({ guard, device }) => {
  await guard.setViewportSize({ width: 1_280, height: 500 });
  const dashboard = dashboardOf(guard);
  const { metrics } = modalsOf(guard);
  for (let number = 1; number <= 10; number += 1) await device.reports({ frame: null, metrics: readings });
  await dashboard.opens();
  await guard.getByRole('article').nth(4).getByRole('button', { name: 'System Metrics' }).click();
  await expect(metrics.getByText('Database status')).toBeVisible();
  const page = () => guard.evaluate(() => window.scrollY);
  const beside = () => guard.evaluate(() => document.elementFromPoint(10, 250)?.scrollTop);
  const inside = () => metrics.evaluate((modal) => modal.scrollHeight - modal.clientHeight - modal.scrollTop);
  const before = await page();
  expect(before).toBeGreaterThan(0);

  await guard.mouse.move(640, 250);
  await guard.mouse.wheel(0, 4_000);
  await expect.poll(inside).toBeLessThan(1);
  await guard.mouse.wheel(0, 400);
  // The scroll beside the modal is the last one, so all previous ones are complete.
  await guard.mouse.move(10, 250);
  await guard.mouse.wheel(0, 400);
  await expect.poll(beside).toBeGreaterThan(0);
  await guard.mouse.wheel(0, -400);
  await expect.poll(beside).toBe(0);
  expect(await page()).toBe(before);

  // At this height the modal has no overflow.
  await guard.setViewportSize({ width: 1_280, height: 1_000 });
  await expect.poll(inside).toBe(0);
  const now = await page();
  await guard.mouse.move(640, 500);
  await guard.mouse.wheel(0, 400);
  await guard.mouse.move(10, 250);
  await guard.mouse.wheel(0, 400);
  await expect.poll(beside).toBeGreaterThan(0);
  expect(await page()).toBe(now);

  // A click beside the modal keeps the focus inside.
  await guard.mouse.click(10, 250);
  await guard.keyboard.press('Tab');
  await expect(metrics.locator(':focus')).toHaveCount(1);
  await guard.keyboard.press('Escape');
  await expect(metrics).toHaveCount(0);
});

async function expectFacts(within: Locator, facts: Record<string, string>) {
  for (const [name, value] of Object.entries(facts)) {
    const term = within.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) });
    await expect(term.locator('xpath=following-sibling::dd')).toHaveText(value);
  }
}
