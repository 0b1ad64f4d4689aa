import type { Locator, Page } from '@playwright/test';
import { dashboardOf } from '../fixtures/dashboard.ts';
import { frame } from '../fixtures/frame.ts';
import { modalsOf } from '../fixtures/modals.ts';
import { expect, test } from '../fixtures/test.ts';

test('View Frame opens the picture alone, by the button and by the picture itself', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  const modal = modalsOf(guard).frame;
  const id = await device.reports();
  await dashboard.opens();
  const opener = dashboard.cardOf(id).getByRole('button', { name: 'View Frame' });
  await opener.click();
  await expect(guard).toHaveURL(`/dashboard?frame=${id}`);
  await dashboard.seesFrameOf(id);
  await expect(modal.getByRole('checkbox')).toHaveCount(0);
  await guard.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
  await expect(opener).toBeFocused();
  // What lies over the picture is the button's own area.
  await dashboard.frameOf(id).click({ force: true, position: { x: 40, y: 40 } });
  await expect(modal).toBeVisible();
});

test('a frame is looked at closely, by mouse', async ({ guard, device }) => {
  const id = await device.reports();
  const { picture, zoom, modal } = await opensFrame(guard, id);
  const whole = await boxOf(picture);
  await modal.getByRole('button', { name: 'Zoom in' }).click();
  await expect(zoom).toHaveText('150%');
  expect((await boxOf(picture)).width).toBeCloseTo(whole.width * 1.5, 0);

  const { x, y } = middleOf(await boxOf(picture));
  await guard.mouse.move(x, y);
  await guard.mouse.down();
  await guard.mouse.move(x + 60, y + 30, { steps: 4 });
  await guard.mouse.up();
  const moved = middleOf(await boxOf(picture));
  expect(moved.x - x).toBeCloseTo(60, 0);
  expect(moved.y - y).toBeCloseTo(30, 0);

  await modal.getByRole('button', { name: 'Reset zoom' }).click();
  await expect(zoom).toHaveText('100%');
  expect(await boxOf(picture)).toEqual(whole);
  await picture.dblclick();
  await expect(zoom).toHaveText('250%');
  await guard.mouse.wheel(0, -120);
  await expect(zoom).toHaveText('318%');
});

test('… and by keys, on the whole screen', async ({ guard, device }) => {
  const id = await device.reports();
  const { picture, zoom, modal } = await opensFrame(guard, id);
  await guard.keyboard.press('+');
  await guard.keyboard.press('+');
  await expect(zoom).toHaveText('225%');
  const before = middleOf(await boxOf(picture));
  await guard.keyboard.press('ArrowRight');
  expect(middleOf(await boxOf(picture)).x).toBeLessThan(before.x);
  await guard.keyboard.press('-');
  await expect(zoom).toHaveText('150%');
  await guard.keyboard.press('0');
  await expect(zoom).toHaveText('100%');

  const fullScreen = modal.getByRole('button', { name: 'Full screen' });
  await fullScreen.focus();
  await guard.keyboard.press('Enter');
  await expect(fullScreen).toHaveAttribute('aria-pressed', 'true');
  await expect(picture).toBeVisible();
  await guard.keyboard.press('+');
  await expect(zoom).toHaveText('150%');
  await guard.keyboard.press('Enter');
  await expect(fullScreen).toHaveAttribute('aria-pressed', 'false');
  await guard.keyboard.press('Enter');
  await expect(fullScreen).toHaveAttribute('aria-pressed', 'true');
  // One Escape gives back the screen, the next closes the modal.
  await guard.keyboard.press('Escape');
  await expect(fullScreen).toHaveAttribute('aria-pressed', 'false');
  await expect(modal).toBeVisible();
  await guard.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
});

test.describe('a frame that is not there', () => {
  test.use({ expectedErrors: [/(status of (404|500)|ERR_CONNECTION_REFUSED).*\/(jpeg|frame)/] });

  test('a threat without one says so, after the probe and the legacy call', async ({ guard, device }) => {
    const id = await device.reports({ frame: null });
    const calls = callsOf(guard, id);
    await guard.goto(`/dashboard?threat=${id}`);
    const { threat } = modalsOf(guard);
    await expect(threat.getByText('Detection frame not available', { exact: true })).toBeVisible();
    await expect(threat.getByText('No frame data available', { exact: true })).toBeVisible();
    expect(calls).toEqual(['HEAD jpeg', 'GET frame']);
  });

  test('a frame that nobody announced is found by the probe', async ({ guard, device }) => {
    const id = await device.reports();
    await guard.route(/\/api\/detections\/(all|threats)/, async (route) => {
      const answer = await route.fetch();
      const unannounced = (await answer.text())
        .replaceAll('"has_binary_jpeg":true', '"has_binary_jpeg":false')
        .replaceAll(/"jpeg_endpoint":"[^"]*"/g, '"jpeg_endpoint":null');
      await route.fulfill({ response: answer, body: unannounced });
    });
    const calls = callsOf(guard, id);
    await guard.goto('/dashboard');
    await guard.getByRole('button', { name: 'Expand Threat' }).click();
    await dashboardOf(guard).seesFrameOf(id);
    expect(calls).toEqual(['HEAD jpeg', 'GET jpeg']);
  });

  test('a stored picture that is broken: the legacy call is asked, then the truth is told', async ({
    guard,
    device,
  }) => {
    const whole = await frame('broken');
    const id = await device.reports({ frame: Buffer.concat([whole.subarray(0, 24), Buffer.from('no picture')]) });
    const calls = callsOf(guard, id);
    await guard.goto(`/dashboard?frame=${id}`);
    await expect(modalsOf(guard).frame.getByRole('alert')).toHaveText('Image failed to display');
    expect(calls).toContain('GET frame');
  });

  test('a jpeg address that fails: the picture comes by the legacy call', async ({ guard, device }) => {
    const id = await device.reports();
    await guard.route(`**/api/detections/${id}/jpeg*`, (route) => route.abort('connectionrefused'));
    await guard.goto(`/dashboard?threat=${id}`);
    await dashboardOf(guard).seesFrameOf(id);
    await expect(dashboardOf(guard).frameOf(id)).toHaveAttribute('src', /^data:image\/jpeg;base64,/);
  });

  test('a server that fails is not an empty frame, and Refresh Frame tries again', async ({ guard, device }) => {
    const id = await device.reports();
    const { threat } = modalsOf(guard);
    const frames = new RegExp(`/api/detections/${id}/(jpeg|frame)`);
    await guard.route(frames, (route) => route.fulfill({ status: 500, json: { success: false, message: 'No disk' } }));
    await guard.goto(`/dashboard?threat=${id}`);
    await expect(threat.getByRole('alert')).toContainText('Detection frame not available');
    await expect(threat.getByRole('alert')).toContainText('Failed to fetch frame data');
    await guard.unroute(frames);
    const refresh = threat.getByRole('button', { name: 'Refresh Frame' });
    await refresh.click();
    await dashboardOf(guard).seesFrameOf(id);
    await expect(refresh).toBeFocused();
  });

  test('a frame that never comes is given up after ten seconds each', async ({ guard, device }) => {
    const id = await device.reports({ frame: null });
    const { threat } = modalsOf(guard);
    await guard.route(`**/api/detections/${id}/frame`, () => {});
    await guard.goto(`/dashboard?threat=${id}`);
    await expect(threat.getByText('Loading frame')).toBeVisible();
    await expect(threat.getByText('Failed to fetch frame data')).toBeVisible({ timeout: 20_000 });
  });

  test('a picture that never comes is asked for by the legacy call after ten seconds', async ({ guard, device }) => {
    const id = await device.reports();
    await guard.route(`**/api/detections/${id}/jpeg*`, () => {});
    await guard.goto(`/dashboard?frame=${id}`);
    await expect(modalsOf(guard).frame.getByText('Loading frame')).toBeVisible();
    await expect(dashboardOf(guard).frameOf(id)).toHaveAttribute('src', /^data:image\/jpeg;base64,/, {
      timeout: 20_000,
    });
  });
});

async function opensFrame(page: Page, id: number) {
  await page.goto(`/dashboard?frame=${id}`);
  await dashboardOf(page).seesFrameOf(id);
  const modal = modalsOf(page).frame;
  return { modal, picture: dashboardOf(page).frameOf(id), zoom: modal.getByRole('status', { name: 'Zoom' }) };
}

/** Which of the two calls for its frame this page makes, in order. */
function callsOf(page: Page, id: number): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, call] = new RegExp(`/api/detections/${id}/(jpeg|frame)`).exec(request.url()) ?? [];
    const made = `${request.method()} ${call}`;
    if (call && calls.at(-1) !== made) calls.push(made);
  });
  return calls;
}

async function boxOf(picture: Locator) {
  const box = await picture.boundingBox();
  if (!box) throw new Error('not to be seen');
  return box;
}

function middleOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return { x: x + width / 2, y: y + height / 2 };
}
