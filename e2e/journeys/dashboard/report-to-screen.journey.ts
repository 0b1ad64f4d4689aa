import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';

test('a report appears on every guard’s screen with its picture, without a reload', async ({
  guard,
  secondGuard,
  device,
}) => {
  const first = dashboardOf(guard);
  const second = dashboardOf(secondGuard);
  await first.opens();
  await second.opens();
  await expect(guard.getByText('No active threats detected', { exact: true })).toBeVisible();
  await first.counts({ total: 0, active: 0, lastHour: 0 });

  const id = await device.reports({ weapon_type: 'RIFLE', confidence: 0.97, location: 'Loading dock' });

  for (const dashboard of [first, second]) {
    await expect(dashboard.cardOf(id)).toBeVisible();
    await dashboard.seesFrameOf(id);
    await dashboard.counts({ total: 1, active: 1, lastHour: 1 });
    await expect(dashboard.banner).toHaveText('1 Active Weapon Threat(s) Detected!');
  }
  await expect(first.cardOf(id)).toContainText('Rifle');
  await expect(first.cardOf(id)).toContainText('97%');
  await expect(first.cardOf(id)).toContainText('Loading dock');
  await expect(first.cardOf(id)).toContainText('Gate camera');
  await expect(first.cardOf(id)).toContainText(device.id);
});

test('a report below the active level is counted, and listed under Recent Detections only', async ({
  guard,
  device,
}) => {
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  const id = await device.reports({ weapon_type: 'Knife', threat_level: 3, timestamp: hoursAgo(2) });
  await dashboard.counts({ total: 1, active: 0, lastHour: 0 });
  await expect(dashboard.banner).toHaveCount(0);
  await expect(dashboard.cardOf(id)).toHaveCount(0);
  await dashboard.shows('Recent Detections');
  await expect(dashboard.cardOf(id)).toBeVisible();
});

test('an event that is reported twice has one card', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  const report = { event_id: 'gate-1-000001', timestamp: new Date().toISOString() };
  const id = await device.reports(report);
  const repeat = await device.tries(report);
  expect(repeat.status).toBe(200);
  expect(await repeat.json()).toEqual({ success: true, detection_id: id });
  await expect(dashboard.cardOf(id)).toHaveCount(1);
  await dashboard.counts({ total: 1, active: 1, lastHour: 1 });
});

test('Recent Detections shows ten cards and the number of the others', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  await dashboard.shows('Recent Detections');
  await expect(guard.getByText('No detections found', { exact: true })).toBeVisible();

  const ids: number[] = [];
  for (let minute = 30; minute > 17; minute -= 1) {
    ids.push(await device.reports({ weapon_type: 'Pistol', timestamp: minutesAgo(minute) }));
  }
  await expect(guard.getByText('... and 3 more detections', { exact: true })).toBeVisible();
  await expect(dashboard.cards).toHaveCount(10);
  for (const id of ids.slice(-10)) await expect(dashboard.cardOf(id)).toHaveCount(1);
  await dashboard.counts({ total: 13, active: 13, lastHour: 13 });
});

test('a report without a place or a picture has a card that says so', async ({ guard, account }) => {
  const { aDevice } = await import('../../fixtures/device.ts');
  const nameless = await aDevice(account, { name: 'Roof camera', location: '' });
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  const id = await nameless.reports({ frame: null });
  const card = dashboard.cards.filter({ hasText: 'Roof camera' });
  await expect(card).toContainText('Unknown');
  await dashboard.shows('Recent Detections');
  await expect(dashboard.cards.filter({ hasText: `${id}` })).toBeVisible();
});

function minutesAgo(minutes: number) {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

function hoursAgo(hours: number) {
  return minutesAgo(hours * 60);
}
