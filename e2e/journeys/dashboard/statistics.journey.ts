import type { Page } from '@playwright/test';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { aDevice } from '../../fixtures/device.ts';
import { holdsBack } from '../../fixtures/held-back.ts';
import { expect, test } from '../../fixtures/test.ts';

test('the address contains the chosen view, so that a reload and a link show it again', async ({ guard, context }) => {
  const dashboard = dashboardOf(guard);
  const chosen = (name: string) => guard.getByRole('button', { name, pressed: true });
  await dashboard.opens();
  await expect(chosen('High Priority Threats')).toBeVisible();
  await dashboard.shows('Statistics');
  await expect(guard).toHaveURL('/dashboard?view=statistics');
  await guard.reload();
  await expect(chosen('Statistics')).toBeVisible();
  await expect(guard.getByRole('heading', { name: 'Statistics' })).toBeVisible();

  await dashboard.shows('Recent Detections');
  await expect(guard).toHaveURL('/dashboard?view=recent');
  await dashboard.shows('High Priority Threats');
  await expect(guard).toHaveURL('/dashboard');

  const linked = await context.newPage();
  await linked.goto('/dashboard?view=recent');
  await expect(linked.getByRole('heading', { name: /^Recent Detections/ })).toBeVisible();
});

test('a detection that arrives while the chosen view loads is shown', async ({ guard, device }) => {
  const letCode = await holdsBack(guard, '**/assets/statistics-view-*.js');
  await dashboardOf(guard).opens();
  await guard.getByRole('button', { name: 'Statistics' }).click();
  await expect(guard.getByRole('button', { name: 'Statistics', pressed: true })).toBeVisible();
  await device.reports({ weapon_type: 'rifle', threat_level: 9, frame: null });
  await expect(guard.getByRole('heading', { name: 'High Priority Threats (1)' })).toBeVisible();
  letCode();
  await expect(guard.getByRole('heading', { name: 'Statistics' })).toBeVisible();
});

test('the statistics count by type, level and time, and change with every report', async ({ guard, device }) => {
  await device.reports({ weapon_type: 'rifle', threat_level: 9, frame: null });
  await device.reports({ weapon_type: 'Knife', threat_level: 5, frame: null });
  await device.reports({ weapon_type: 'Knife', threat_level: 2, frame: null, timestamp: hoursAgo(5) });
  await guard.goto('/dashboard?view=statistics');
  await expectRow(guard, { table: 'Detections per weapon type', row: 'Knife', text: '2 67%' });
  await expectRow(guard, { table: 'Detections per weapon type', row: 'Pistol', text: '0 0%' });
  await expectRow(guard, { table: 'Detections per threat level', row: 'High 8-10', text: '1 33%' });
  await expectRow(guard, { table: 'Detections per threat level', row: 'Low 1-4', text: '1 33%' });
  await expect(guard.getByText('2 detections in the last hour')).toBeVisible();

  await device.reports({ weapon_type: 'Pistol', threat_level: 8, frame: null });
  await expectRow(guard, { table: 'Detections per weapon type', row: 'Pistol', text: '1 25%' });
  await expectRow(guard, { table: 'Detections per threat level', row: 'High 8-10', text: '2 50%' });
  await expect(guard.getByText('3 detections in the last hour')).toBeVisible();
  const summary = guard.getByRole('definition');
  await expect(summary).toHaveText(['4', '2', '3']);

  await guard.getByRole('button', { name: 'Last day' }).click();
  await expect(guard.getByText('4 detections in the last day')).toBeVisible();
  await guard.getByRole('button', { name: 'Last 30 days' }).click();
  await expect(guard.getByText('4 detections in the last 30 days')).toBeVisible();
});

test('every column can be read by keys and in a table', async ({ guard, device }) => {
  await device.reports({ frame: null, timestamp: hoursAgo(3) });
  await guard.goto('/dashboard?view=statistics');
  await guard.getByRole('button', { name: 'Last day' }).click();
  const chart = guard.getByRole('slider', { name: 'Detections in the last day, by hour' });
  await chart.focus();
  await expect(chart).toHaveAttribute('aria-valuetext', /^\d\d:00 to \d\d:00: 0 detections$/);
  for (const _ of [1, 2, 3]) await guard.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /: 1 detection$/);
  await guard.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '1');

  const table = guard.getByRole('table', { name: 'Detections in the last day, by hour' });
  await expect(table.getByRole('row')).toHaveCount(25);
  await expect(table.getByRole('cell', { name: '1', exact: true })).toHaveCount(1);
});

test('bars of devices and locations and the cells of hours link to the filtered history', async ({
  guard,
  account,
  device,
}) => {
  const other = await aDevice(account, { name: 'Yard camera', location: 'South yard' });
  const [first, second] = [await device.reports({ threat_level: 9 }), await other.reports({ threat_level: 2 })];
  const listed = async (id: number, not: number) => {
    await expect(guard.getByText(`#${id}`)).toBeVisible();
    await expect(guard.getByText(`#${not}`)).toHaveCount(0);
    await guard.goBack();
  };
  await guard.goto('/dashboard?view=statistics');
  await expectRow(guard, { table: 'Detections per device', row: 'Yard camera', text: '1 50%' });
  await guard.getByRole('link', { name: 'Yard camera' }).click();
  await listed(second, first);
  await expectRow(guard, { table: 'Detections per location', row: 'North gate', text: '1 50%' });
  await guard.getByRole('link', { name: 'North gate' }).click();
  await listed(first, second);
  const knife = await device.reports({ weapon_type: 'Knife', threat_level: 5 });
  await guard.getByRole('table', { name: 'Detections per weapon type' }).getByRole('link', { name: 'Knife' }).click();
  await listed(knife, first);

  const hours = guard.getByRole('table', { name: 'Detections per hour of the day and threat level' });
  await expect(hours.getByRole('row')).toHaveCount(4);
  await expect(hours.getByRole('link')).toHaveCount(3);
  await hours.getByRole('link', { name: /^Low, .*: 1 detection$/ }).click();
  await expect(guard).toHaveURL(/level=low.*from=/);
  await listed(second, first);
  await guard.getByRole('link', { name: 'High', exact: true }).click();
  await listed(first, second);
  await device.reports({ threat_level: 9, frame: null });
  await expect(hours.getByRole('link', { name: /^High, .*detections?$/ }).first()).toBeVisible();
  await expectRow(guard, { table: 'Detections per device', row: 'Gate camera', text: '3 75%' });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, settings: { DEVICE_RATE_LIMIT: '0' } });

  test('texts are whole, and the hours keep the names of their levels in sight', async ({ guard, device }) => {
    const location = 'Control Building, Level 2, east side';
    await Promise.all(Array.from({ length: 101 }, () => device.reports({ threat_level: 9, location, frame: null })));
    await guard.goto('/dashboard?view=statistics');
    const hours = guard.getByRole('table', { name: 'Detections per hour of the day and threat level' });
    const last = hours.getByRole('link', { name: /^High, .*: \d+ detections?$/ }).last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toHaveText(/^\d+$/);
    await expect(last).toBeInViewport({ ratio: 1 });
    const level = hours.getByRole('rowheader', { name: 'High' });
    await expect(level).toBeInViewport({ ratio: 1 });
    const [named, linked] = [await level.boundingBox(), await last.boundingBox()];
    expect((named?.x ?? 0) + (named?.width ?? 0)).toBeLessThanOrEqual(linked?.x ?? 0);
    for (const text of [
      guard.getByText(/^101 detections in the last hour/),
      guard.getByRole('link', { name: location }),
    ]) {
      const cut = await text.evaluate((element) => {
        const box = element.closest('p, span') ?? element;
        return box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
      });
      expect(cut).toBe(false);
    }
  });
});

test('the statistics show different messages for no detections and for a failed load', async ({ guard }) => {
  await guard.goto('/dashboard?view=statistics');
  await expect(guard.getByText('No detections in the last hour')).toBeVisible();
  await expectRow(guard, { table: 'Detections per threat level', row: 'Medium 5-7', text: '0 –' });

  await guard.route('**/api/detections/timeline?*', (route) => route.abort('connectionrefused'));
  await guard.getByRole('button', { name: 'Last day' }).click();
  const failed = guard.getByRole('alert').filter({ hasText: 'Detections over time could not be loaded.' });
  await expect(failed).toContainText('Network Error');
  await guard.unroute('**/api/detections/timeline?*');
  await failed.getByRole('button', { name: 'Try Again' }).click();
  await expect(guard.getByText('No detections in the last day')).toBeVisible();
});

test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED/] });

async function expectRow(page: Page, { table, row, text }: { table: string; row: string; text: string }) {
  const cells = page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: row }).getByRole('cell');
  await expect(cells).toHaveText(text.split(' '));
}

function hoursAgo(hours: number) {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
