import { openDatabase } from '../../../server/src/db/database.ts';
import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import type { Device } from '../../fixtures/device.ts';
import type { Server } from '../../fixtures/servers/server.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ settings: { TEAM: 'true', DEVICE_RATE_LIMIT: '0' } });

test('a drill is run by keyboard, proven by a dashboard, and is no detection', async ({
  guard,
  secondGuard,
  device,
}) => {
  await secondGuard.goto('/dashboard');
  await expect(secondGuard.getByText('No active threats detected')).toBeVisible();
  await guard.goto(`/devices/${device.id}`);
  await expect(guard.getByText('None yet')).toBeVisible();
  await guard.getByRole('button', { name: 'Run Drill' }).focus();
  await guard.keyboard.press('Enter');
  await expect(guard.getByText(/^Sent .*: shown after [\d.]+ s\. Last proven end to end: \d+ s ago\.$/)).toBeVisible();
  await expect(secondGuard.getByText(/^Last proven end to end: \d+ s ago$/)).toBeVisible();
  await expect(secondGuard.getByText('No active threats detected')).toBeVisible();
  await secondGuard.goto('/dashboard?wall');
  await expect(secondGuard.getByText(/^Last proven end to end: \d+ s ago$/)).toBeVisible();
});

test('a drill that a device reports is proven by a dashboard', async ({ guard, device }) => {
  // From then on the page follows the drills.
  const loaded = guard.waitForResponse('**/api/drills');
  await dashboardOf(guard).opens();
  await loaded;
  expect((await device.tries({ drill: true })).status).toBe(202);
  await expect(guard.getByText(/^Last proven end to end: \d+ s ago$/)).toBeVisible();
  await expect(guard.getByText('No active threats detected')).toBeVisible();
});

test('an answer that is older than the proof of a drill does not hide it', async ({ guard: page, account, device }) => {
  await page.goto(`/devices/${device.id}`);
  await expect(page.getByText('None yet')).toBeVisible();
  const held: (() => Promise<void>)[] = [];
  let loads = 0;
  await page.route('**/api/drills', async (route) => {
    loads += 1;
    const response = await route.fetch();
    if (loads > 1) return route.fulfill({ response });
    held.push(() => route.fulfill({ response }));
  });
  // The page does not know the drills of this device yet, and loads them.
  const sent = await (await account.calls('POST', `/api/devices/${device.id}/drills`)).json();
  await expect.poll(() => held.length).toBe(1);
  await account.calls('POST', `/api/drills/${sent.drill.id}/painted`);
  const proven = page.getByText(/Last proven end to end: \d+ s ago\.$/);
  await expect(proven).toBeVisible();
  await held[0]?.();
  await expect.poll(() => loads).toBe(2);
  await expect(proven).toBeVisible();
});

test('drills of several devices at once are all proven', async ({ guard, account }) => {
  for (const name of ['North', 'South', 'Pier']) {
    const { device_id } = await (await account.calls('POST', '/api/devices', { name, location: 'Gate' })).json();
    await account.calls('PUT', `/api/devices/${device_id}/drills`, { every_s: 60 });
  }
  await guard.goto('/dashboard');
  const proven = async () => {
    const { devices } = await (await account.calls('GET', '/api/drills')).json();
    return devices.filter(({ last_proven_at }: { last_proven_at: string | null }) => last_proven_at !== null).length;
  };
  await expect(guard.getByText(/^(Not proven|Last proven) end to end/)).toBeVisible();
  // Those before were sent while no page was open.
  for (const { device_id } of (await (await account.calls('GET', '/api/drills')).json()).devices) {
    await account.calls('PUT', `/api/devices/${device_id}/drills`, { every_s: 60 });
  }
  await expect.poll(proven).toBe(3);
});

/** One that was sent an hour ago while no screen was open; the next one is due tomorrow. */
async function hasSentDrill({ databaseAddress }: Server, { id: device_id }: Device) {
  const { kysely, close } = openDatabase(databaseAddress);
  const hour = 3_600_000;
  await kysely
    .insertInto('drill_schedule')
    .values({ device_id, every_s: 86_400, next_at: Date.now() + 24 * hour })
    .execute();
  await kysely
    .insertInto('drill')
    .values({ device_id, sent_at: Date.now() - hour, painted_at: null, missed_at: null })
    .execute();
  await close();
}

for (const width of widths) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('a missed drill is loud on every page until one is proven', async ({ guard, server, account, device }) => {
      await guard.goto(`/devices/${device.id}`);
      await expect(guard.getByText('None yet')).toBeVisible();
      await hasSentDrill(server, device);
      await expect(guard.getByRole('region', { name: 'Missed drills' })).toContainText(
        'No screen has shown the last drill of Gate camera',
      );
      await expectAccessible(guard);
      expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await guard.goto('/dashboard');
      await expect(guard.getByText('Not proven end to end yet')).toBeVisible();
      await expectAccessible(guard);
      await account.calls('POST', `/api/devices/${device.id}/drills`, {});
      await expect(guard.getByText(/^Last proven end to end/)).toBeVisible();
      await expect(guard.getByRole('region', { name: 'Missed drills' })).toHaveCount(0);
      await expectAccessible(guard);
    });
  });
}

test.describe('a server that fails', () => {
  test.use({ expectedErrors: [/500 \(Internal Server Error\)/] });

  test('is not taken for one without missed drills and undelivered alarms', async ({ guard }) => {
    const json = { success: false, message: 'Something went wrong on our side', code: 'INTERNAL' };
    for (const path of ['**/api/drills', '**/api/escalation/state']) {
      await guard.route(path, (route) => route.fulfill({ status: 500, json }));
    }
    await guard.goto('/devices');
    await expect(guard.getByText(/^Whether drills were missed is not known: /)).toBeVisible();
    await expect(guard.getByText(/^What nobody has acknowledged may be out of date: /)).toBeVisible();
  });
});
