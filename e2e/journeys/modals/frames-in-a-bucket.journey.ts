import { anAccount } from '../../fixtures/account.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { aDevice } from '../../fixtures/device.ts';
import { modalsOf } from '../../fixtures/modals.ts';
import { anObjectStore } from '../../fixtures/servers/object-store.ts';
import { aServer } from '../../fixtures/servers/server.ts';
import { expect, test } from '../../fixtures/test.ts';

test('the browser loads frames from the object store in the expanded threat, in the viewer and on refresh', async ({
  browser,
  watched,
}) => {
  const store = await anObjectStore();
  const server = await aServer({ ...store.settings, FRAMES_REDIRECT: 'true' });
  try {
    const account = await anAccount(server);
    const device = await aDevice(account);
    const id = await device.reports();
    const context = await browser.newContext({ baseURL: server.url });
    watched(context);
    await account.signsInTo(context);
    const page = await context.newPage();
    const fromStore: string[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(store.origin) && response.ok()) fromStore.push(response.url());
    });
    const dashboard = dashboardOf(page);
    await dashboard.opens();
    await dashboard.seesFrameOf(id);

    await dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
    const { threat, frame, any } = modalsOf(page);
    const picture = threat.getByRole('img', { name: `Frame of detection ${id}`, exact: true });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(fromStore.length).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect(any).toHaveCount(0);

    await dashboard.cardOf(id).getByRole('button', { name: 'View Frame' }).click();
    const before = fromStore.length;
    await frame.getByRole('button', { name: 'Refresh Frame' }).click();
    await expect.poll(() => fromStore.length).toBeGreaterThan(before);
    await expect(frame.getByRole('img')).toHaveJSProperty('complete', true);
    await page.keyboard.press('Escape');

    await account.calls('DELETE', `/api/detections/${id}`);
    await dashboard.counts({ total: 0, active: 0, lastHour: 0 });
    await context.close();
  } finally {
    await server.isRemoved();
    await store.isRemoved();
  }
});
