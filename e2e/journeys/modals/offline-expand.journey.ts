import type { Page } from '@playwright/test';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { largeFrame } from '../../fixtures/frame.ts';
import { modalCode, modalsOf } from '../../fixtures/modals.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({
  expectedErrors: [
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONTENT_LENGTH_MISMATCH|ERR_NETWORK_CHANGED|status of 404/,
  ],
});

const SMALL = 'Small copy, from before the connection was lost';

for (const button of ['Expand Threat', 'View Frame'] as const) {
  test(`${button} while offline shows the card's picture until the frame can be loaded`, async ({
    guard,
    context,
    device,
  }) => {
    const { cardOf, opens, seesFrameOf } = dashboardOf(guard);
    const { threat, frame } = modalsOf(guard);
    const id = await device.reports({ frame: await largeFrame() });
    const hasModals = modalsCome(guard);
    await opens();
    await seesFrameOf(id);
    await hasModals();
    await context.setOffline(true);
    const opened = button === 'Expand Threat' ? threat : frame;
    await cardOf(id).getByRole('button', { name: button }).click();
    await expect(opened.getByText(SMALL)).toBeVisible();
    const copy = opened.getByRole('img', { name: 'Small copy of the frame' });
    await expect(copy).toBeVisible();
    const colours = await copy.evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      return new Set(pixels).size;
    });
    expect(colours).toBeGreaterThan(50);
    await expect(opened.getByText('Detection frame not available')).toHaveCount(0);

    await context.setOffline(false);
    const real = opened.getByRole('img', { name: `Frame of detection ${id}` });
    await expect(real).toHaveJSProperty('naturalWidth', 1280, { timeout: 45_000 });
    await expect(opened.getByText(SMALL)).toHaveCount(0);
  });
}

test("Expand Threat without a server shows the card's picture as well", async ({ guard, device, server }) => {
  const { cardOf, opens, seesFrameOf } = dashboardOf(guard);
  const { threat } = modalsOf(guard);
  const id = await device.reports();
  const hasModals = modalsCome(guard);
  await opens();
  await seesFrameOf(id);
  await hasModals();
  await server.isKilled();
  await cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
  await expect(threat.getByText(SMALL)).toBeVisible();
  await server.starts();
  await expect(threat.getByText(SMALL)).toHaveCount(0, { timeout: 45_000 });
  await expect(threat.getByRole('img', { name: `Frame of detection ${id}` })).toBeVisible();
});

test('the copy does not replace a frame that is missing on the server', async ({ guard, device }) => {
  const { cardOf, opens, seesFrameOf } = dashboardOf(guard);
  const { threat } = modalsOf(guard);
  const id = await device.reports();
  await guard.route(/\/api\/detections\/\d+\/(jpeg|frame)/, (route) =>
    route.fulfill({ status: 404, json: { success: false, message: 'No frame', code: 'NOT_FOUND' } }),
  );
  await opens();
  await seesFrameOf(id);
  await cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
  await expect(threat.getByText('Detection frame not available')).toBeVisible();
  await expect(threat.getByText(SMALL)).toHaveCount(0);
});

/** @returns a function that waits until all code of the modals is loaded: the named file imports others */
function modalsCome(page: Page): () => Promise<void> {
  const code = page.waitForResponse(modalCode);
  return async () => page.evaluate(`import('${(await code).url()}').then(() => undefined)`);
}
