import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { costlyPicture } from '../../../server/test/data/costly-picture.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { frame } from '../../fixtures/frame.ts';
import { modalsOf } from '../../fixtures/modals.ts';
import { controlsRequestTimeouts } from '../../fixtures/request-timeouts.ts';
import type { Server } from '../../fixtures/servers/server.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ expectedErrors: [/(status of (404|500)|ERR_CONNECTION_REFUSED).*\/(jpeg|frame|thumbnail)/] });

test('a threat without a frame says so after the probe and the legacy call', async ({ guard, device }) => {
  const id = await device.reports({ frame: null });
  const calls = callsOf(guard, id);
  await guard.goto(`/dashboard?threat=${id}`);
  const { threat } = modalsOf(guard);
  await expect(threat.getByText('Detection frame not available', { exact: true })).toBeVisible();
  await expect(threat.getByText('No frame data available', { exact: true })).toBeVisible();
  expect(calls).toEqual(['HEAD jpeg', 'GET frame']);
});

test('the probe finds a frame that the detection does not announce', async ({ guard, device }) => {
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

test('a broken stored picture causes the legacy call, and then shows an error', async ({ guard, device }) => {
  const whole = await frame('broken');
  const id = await device.reports({ frame: Buffer.concat([whole.subarray(0, 24), Buffer.from('no picture')]) });
  const calls = callsOf(guard, id);
  await guard.goto(`/dashboard?frame=${id}`);
  await expect(modalsOf(guard).frame.getByRole('alert')).toHaveText('Image failed to display');
  expect(calls).toContain('GET frame');
});

test('a frame whose stored bytes have changed shows an error on the card and in the viewer', async ({
  guard,
  device,
  server,
}) => {
  const received = await frame('to be overwritten');
  await device.reports({ frame: received });
  overwrite(server, received);
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  const card = guard.getByRole('article');
  await expect(card.getByText('This frame is damaged')).toBeVisible();
  for (const [button, modal] of [
    ['View Frame', modalsOf(guard).frame],
    ['Expand Threat', modalsOf(guard).threat],
  ] as const) {
    await card.getByRole('button', { name: button }).click();
    await expect(modal.getByRole('alert')).toContainText('This frame is damaged');
    await guard.keyboard.press('Escape');
    await expect(modal).toHaveCount(0);
  }
});

test('a picture that would take seconds to decode has no preview on its card, and is shown in the viewer', async ({
  guard,
  device,
}) => {
  const id = await device.reports({ frame: await costlyPicture({ side: 3_000, scans: 40 }) });
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  const card = guard.getByRole('article');
  await expect(card.getByText('No preview')).toBeVisible();
  await card.getByRole('button', { name: 'View Frame' }).click();
  await dashboard.seesFrameOf(id);
});

test('the legacy call loads the picture when the jpeg address fails', async ({ guard, device }) => {
  const id = await device.reports();
  await guard.route(`**/api/detections/${id}/jpeg*`, (route) => route.abort('connectionrefused'));
  await guard.goto(`/dashboard?threat=${id}`);
  await dashboardOf(guard).seesFrameOf(id);
  await expect(dashboardOf(guard).frameOf(id)).toHaveAttribute('src', /^data:image\/jpeg;base64,/);
});

test('a failing server shows an error instead of a missing frame, and Refresh Frame retries', async ({
  guard,
  device,
}) => {
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

test('each request for a frame times out after ten seconds', async ({ guard, device }) => {
  const id = await device.reports({ frame: null });
  const { threat } = modalsOf(guard);
  await guard.route(`**/api/detections/${id}/frame`, () => {});
  await controlsRequestTimeouts(guard);
  const asked = guard.waitForRequest(`**/api/detections/${id}/frame`);
  await guard.goto(`/dashboard?threat=${id}`);
  await asked;
  await expect(threat.getByText('Loading frame')).toBeVisible();
  await guard.clock.fastForward(10_000);
  await expect(threat.getByText('Failed to fetch frame data')).toBeVisible();
});

test('a picture that does not load in ten seconds is requested by the legacy call', async ({ guard, device }) => {
  const id = await device.reports();
  await guard.route(`**/api/detections/${id}/jpeg*`, () => {});
  await controlsRequestTimeouts(guard);
  await guard.goto(`/dashboard?frame=${id}`);
  await expect(modalsOf(guard).frame.getByText('Loading frame')).toBeVisible();
  await guard.clock.fastForward(10_000);
  await expect(dashboardOf(guard).frameOf(id)).toHaveAttribute('src', /^data:image\/jpeg;base64,/);
});

/** Records the page's two kinds of requests for a frame, in order. */
function callsOf(page: Page, id: number): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, call] = new RegExp(`/api/detections/${id}/(jpeg|frame)`).exec(request.url()) ?? [];
    const made = `${request.method()} ${call}`;
    if (call && calls.at(-1) !== made) calls.push(made);
  });
  return calls;
}

function overwrite(server: Server, stored: Buffer) {
  if (server.databaseAddress.dialect !== 'sqlite') throw new Error('its frames are in no file');
  const segment = path.join(path.dirname(server.databaseAddress.file), 'frames', '00000001.seg');
  const bytes = readFileSync(segment);
  bytes.fill(0x42, bytes.indexOf(stored) + 300, bytes.indexOf(stored) + 310);
  writeFileSync(segment, bytes);
}
