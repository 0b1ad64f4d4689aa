import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CHOICES_MAX } from '@vedette/contract/labels';
import { answersConfirm } from '../../fixtures/confirm.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { type Device, deviceWithKey } from '../../fixtures/device.ts';
import { holdsBack } from '../../fixtures/held-back.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test.use({ settings: { DEVICE_RATE_LIMIT: '0' } });

test('Show all opens the whole history, and older detections load on scrolling', async ({ guard, device }) => {
  await reportsMany(device, 230);
  await guard.goto('/dashboard?view=recent');
  await guard.getByRole('link', { name: 'Show all' }).click();
  await expect(guard).toHaveURL('/dashboard?view=history');
  await expect(guard.getByRole('heading', { name: 'All Detections (230)' })).toBeVisible();
  await expect(guard.getByText('100 shown, more below')).toBeVisible();
  const feed = guard.getByRole('feed', { name: 'Detections' });
  await expect(feed.getByRole('article').first()).toContainText('#230');
  expect(await feed.getByRole('article').count()).toBeLessThan(60);

  await expect(async () => {
    await guard.mouse.wheel(0, 6_000);
    await expect(guard.getByText('End of the list: 230')).toBeInViewport({ timeout: 300 });
  }).toPass();
  await expect(feed.getByRole('article').last()).toContainText('#1');
});

test('filters reduce the history, and are stored in the address', async ({ guard, device }) => {
  await device.reports({ weapon_type: 'rifle', threat_level: 9, location: 'North Gate', frame: null });
  await device.reports({ weapon_type: 'Knife', threat_level: 2, location: 'North Gate', frame: null });
  await device.reports({ weapon_type: 'Knife', threat_level: 6, location: 'Yard', frame: null, timestamp: daysAgo(3) });
  await guard.goto('/dashboard?view=history');
  const rows = guard.getByRole('article');
  await expect(rows).toHaveCount(3);

  await chooses(guard, 'Weapon type', 'Knife');
  await expect(rows).toHaveCount(2);
  await chooses(guard, 'Location', 'North Gate');
  await expect(rows).toHaveCount(1);
  await expect(guard).toHaveURL('/dashboard?view=history&weapon_type=Knife&location=North+Gate');
  await guard.reload();
  await expect(rows).toHaveCount(1);
  await expect(guard.getByLabel('Weapon type')).toHaveValue('Knife');

  await guard.getByLabel('Threat level').selectOption('High 8-10');
  await expect(guard.getByText('No detection matches these filters')).toBeVisible();
  await guard.getByRole('button', { name: 'Show everything' }).click();
  await expect(rows).toHaveCount(3);
  await expect(guard).toHaveURL('/dashboard?view=history');

  await guard.getByLabel('Text').fill('yard');
  await expect(rows).toHaveCount(1);
  await guard.getByLabel('Time').selectOption('Last 24 hours');
  await expect(guard.getByText('No detection matches these filters')).toBeVisible();
  await guard.getByLabel('Time').selectOption('From … to …');
  await guard.getByLabel('From', { exact: true }).fill('2020-01-01');
  await expect(rows).toHaveCount(1);
  await guard.getByLabel('To', { exact: true }).fill('2019-01-01');
  await guard.getByLabel('To, time').fill('23:59');
  await expect(guard.getByText('It ends before it begins')).toBeVisible();
  await dashboardOf(guard).shows('Recent Detections');
  await expect(guard).toHaveURL('/dashboard?view=recent');
});

test('a filter with very many places offers some, and a search finds the others', async ({ guard, device }) => {
  const count = CHOICES_MAX + 10;
  for (let number = 1; number <= count; number += 1) {
    await device.reports({ location: `Gate ${number}`, frame: null });
  }
  await guard.goto('/dashboard?view=history');
  const location = guard.getByRole('combobox', { name: 'Location' });
  await location.click();
  await expect(guard.getByRole('option')).toHaveCount(CHOICES_MAX);
  await expect(guard.getByText('There are more: type a part of the name')).toBeVisible();
  await location.fill(`gate ${count}`);
  await expect(guard.getByRole('option')).toHaveText([`Gate ${count}`]);
  await guard.keyboard.press('ArrowDown');
  await guard.keyboard.press('Enter');
  await expect(guard.getByRole('article')).toHaveCount(1);
  await expect(location).toHaveValue(`Gate ${count}`);
  await location.fill('nowhere');
  await expect(guard.getByText('Nothing found')).toBeVisible();
  await guard.keyboard.press('Escape');
  await expect(location).toHaveValue(`Gate ${count}`);
  await guard.getByRole('button', { name: 'Any location' }).click();
  await expect(guard.getByText(`${count} shown, that is all`)).toBeVisible();
});

test('a link selects any device in the filter', async ({ guard, server }) => {
  const added = await server.addsDevice('West wing camera');
  await deviceWithKey(server.url, { id: added.device_id, key: added.key }).reports({ frame: null });
  await guard.goto(`/dashboard?view=history&device_id=${added.device_id}`);
  await expect(guard.getByRole('combobox', { name: 'Device' })).toHaveValue('West wing camera');
  await expect(guard.getByRole('article')).toHaveCount(1);
});

test('new detections wait for a click, so that the list does not move', async ({ guard, device }) => {
  await reportsMany(device, 30);
  await guard.goto('/dashboard?view=history');
  await expect(guard.getByText('30 shown, that is all')).toBeVisible();
  const seen = guard.getByRole('article').filter({ hasText: '#22' });
  await seen.scrollIntoViewIfNeeded();
  const place = await seen.boundingBox();

  await device.reports({ weapon_type: 'Pistol', frame: null });
  await device.reports({ weapon_type: 'Pistol', frame: null });
  const news = guard.getByRole('button', { name: '2 new', exact: true });
  await expect(news).toBeInViewport();
  expect(await seen.boundingBox()).toEqual(place);
  await expect(guard.getByRole('article').filter({ hasText: '#32' })).toHaveCount(0);

  await news.click();
  await expect(guard.getByRole('article').first()).toContainText('#32');
  await expect(guard.getByRole('article').first()).toBeInViewport();
  await expect(news).toHaveCount(0);

  await chooses(guard, 'Weapon type', 'Knife');
  await expect(guard.getByText('30 shown, that is all')).toBeVisible();
  await device.reports({ weapon_type: 'Pistol', frame: null });
  await device.reports({ weapon_type: 'Knife', frame: null });
  await expect(guard.getByRole('button', { name: '1 new that match' })).toBeVisible();
});

test('the filtered history can be downloaded as a file', async ({ guard, device }) => {
  await device.reports({ weapon_type: 'Knife', location: 'Yard', frame: null });
  await device.reports({ weapon_type: 'rifle', location: 'Yard', frame: null });
  await guard.goto('/dashboard?view=history&weapon_type=Knife');
  await expect(guard.getByRole('article')).toHaveCount(1);
  const download = guard.waitForEvent('download');
  await guard.getByRole('link', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^detections.*\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Knife');
});

test('a row that is deleted elsewhere disappears, and clearing all empties the history', async ({
  guard,
  account,
  device,
}) => {
  await reportsMany(device, 3);
  await guard.goto('/dashboard?view=history');
  await expect(guard.getByRole('article')).toHaveCount(3);
  await account.calls('DELETE', '/api/detections/2');
  await expect(guard.getByRole('article')).toHaveCount(2);
  await account.calls('DELETE', '/api/detections/all');
  await expect(guard.getByText('No detections found', { exact: true })).toBeVisible();
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/status of 500|ERR_CONNECTION_REFUSED/] });

  test('a delete, the row is restored with the reason', async ({ guard, device }) => {
    await reportsMany(device, 3);
    await guard.goto('/dashboard?view=history');
    await guard.route('**/api/detections/2', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'The disk is full', code: 'INTERNAL' } }),
    );
    const row = guard.getByRole('article').filter({ hasText: '#2' });
    await answersConfirm(guard, 'accept', () => row.getByRole('button', { name: 'Delete' }).click());
    await expect(toast(guard, 'Error', 'The disk is full')).toBeVisible();
    await expect(guard.getByRole('article').nth(1)).toContainText('#2');
    await expect(guard.getByRole('button', { name: /new/ })).toHaveCount(0);
  });

  test('a delete of a row that only the history lists, the counters are restored', async ({ guard, device }) => {
    const old = await device.reports({ location: 'Yard', threat_level: 2, frame: null, timestamp: daysAgo(1) });
    await Promise.all(Array.from({ length: 100 }, () => device.reports({ threat_level: 2, frame: null })));
    await guard.goto('/dashboard?view=history&text=yard');
    const refuse = await holdsBack(guard, `**/api/detections/${old}`, (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'The disk is full', code: 'INTERNAL' } }),
    );
    const { counts } = dashboardOf(guard);
    const row = guard.getByRole('article');
    await expect(row).toHaveCount(1);
    await counts({ total: 101, active: 0, lastHour: 100 });
    await answersConfirm(guard, 'accept', () => row.getByRole('button', { name: 'Delete' }).click());
    await counts({ total: 100, active: 0, lastHour: 100 });
    refuse();
    await expect(toast(guard, 'Error', 'The disk is full')).toBeVisible();
    await expect(row).toHaveCount(1);
    await counts({ total: 101, active: 0, lastHour: 100 });
  });

  test('a request of the history, an error is shown instead of an empty list', async ({ guard, device }) => {
    await reportsMany(device, 130);
    const pages = /\/api\/detections\/all\?/;
    await guard.goto('/dashboard?view=history');
    await expect(guard.getByText('100 shown, more below')).toBeVisible();
    await guard.route(pages, (route) => route.abort('connectionrefused'));
    await expect(async () => {
      await guard.mouse.wheel(0, 6_000);
      await expect(guard.getByText('Older detections could not be loaded.')).toBeInViewport({ timeout: 300 });
    }).toPass();
    await guard.unroute(pages);
    await guard.getByRole('button', { name: 'Try Again' }).click();
    await expect(guard.getByText('130 shown, that is all')).toBeVisible();

    await guard.route(pages, (route) => route.abort('connectionrefused'));
    await guard.getByLabel('Threat level').selectOption('Medium 5-7');
    const failed = guard.getByRole('alert').filter({ hasText: 'The history could not be loaded.' });
    await expect(failed).toContainText('Network Error');
    await guard.unroute(pages);
    await failed.getByRole('button', { name: 'Try Again' }).click();
    await expect(guard.getByRole('feed')).toBeVisible();
  });
});

/** Opens a filter's list and selects one of its options. */
async function chooses(guard: Page, filter: string, option: string) {
  await guard.getByRole('combobox', { name: filter }).click();
  await guard.getByRole('option', { name: option, exact: true }).click();
}

/** Reports knives one second apart, the last one newest, without pictures. */
test.describe('a long absence', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/] });

  test('is followed by the minimum number of new detections, and deleted ones are not shown', async ({
    guard,
    context,
    account,
    device,
  }) => {
    const gone = await device.reports({ frame: null, timestamp: daysAgo(2) });
    const kept = await device.reports({ frame: null, timestamp: daysAgo(1) });
    await guard.goto('/dashboard?view=history');
    const rowOf = (id: number) => guard.getByRole('article').filter({ hasText: `#${id}` });
    await expect(rowOf(gone)).toBeVisible();
    await context.setOffline(true);
    await expect(guard.getByRole('region', { name: 'Stale data' })).toBeVisible();
    await account.calls('DELETE', `/api/detections/${gone}`);
    await Promise.all(Array.from({ length: 1_001 }, () => device.reports({ frame: null })));
    await context.setOffline(false);

    const news = guard.getByRole('button', { name: '1,000+ new' });
    await expect(news).toBeVisible({ timeout: 45_000 });
    await expect(rowOf(gone)).toHaveCount(0);
    await expect(rowOf(kept)).toBeVisible();
    await news.click();
    await expect(guard.getByText('100 shown, more below')).toBeVisible();
    await expect(guard.getByRole('button', { name: / new/ })).toHaveCount(0);
  });
});

async function reportsMany(device: Device, count: number) {
  const now = Date.now();
  for (let number = 1; number <= count; number += 1) {
    const timestamp = new Date(now - (count - number + 1) * 1_000).toISOString();
    await device.reports({ weapon_type: 'Knife', frame: null, timestamp });
  }
}

function daysAgo(days: number) {
  return new Date(Date.now() - days * 24 * 3_600_000).toISOString();
}
