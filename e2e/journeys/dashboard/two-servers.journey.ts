import { anAccount } from '../../fixtures/account.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { aDevice, deviceWithKey } from '../../fixtures/device.ts';
import { aDatabase } from '../../fixtures/servers/database.ts';
import { aServer } from '../../fixtures/servers/server.ts';
import { test } from '../../fixtures/test.ts';

test('with two servers on one PostgreSQL database a report to one appears on the dashboard of the other, with its picture', async ({
  browser,
  watched,
}) => {
  const database = await aDatabase();
  const settings = { DATABASE_URL: database.url, SESSION_SECRET: 'one secret for both of the servers' };
  const north = await aServer(settings);
  const south = await aServer(settings);
  try {
    const account = await anAccount(north);
    const device = await aDevice(account);
    const context = await browser.newContext({ baseURL: south.url });
    watched(context);
    await account.signsInTo(context, south.url);
    const page = await context.newPage();
    const dashboard = dashboardOf(page);
    await dashboard.opens();

    const fromNorth = await device.reports();
    await dashboard.seesFrameOf(fromNorth);
    const fromSouth = await deviceWithKey(south.url, device).reports({ weapon_type: 'Pistol' });
    await dashboard.seesFrameOf(fromSouth);
    await dashboard.counts({ total: 2, active: 2, lastHour: 2 });

    await account.calls('DELETE', `/api/detections/${fromSouth}`);
    await dashboard.counts({ total: 1, active: 1, lastHour: 1 });
    await context.close();
  } finally {
    await Promise.all([north.isRemoved(), south.isRemoved()]);
    await database.isDropped();
  }
});
