import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
import { type FreshDatabase, freshPostgres, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { photograph } from '../../test/data/photograph.ts';
import { withObjectStore } from '../../test/doubles/start-object-store.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';

vi.setConfig({ testTimeout: 30_000 });

function frameOfADetection(fresh: FreshDatabase) {
  async function appWithFrame() {
    const app = await buildTestApp(fresh);
    const guard = await app.signIn();
    const frame = frameBytes(100_000);
    const { id } = await app.dependencies.writer.add(newDetection(), Buffer.from(frame));
    const bare = (await app.dependencies.writer.add(newDetection(), null)).id;
    const requestFrame = (path: string, more: { method?: 'GET' | 'HEAD'; headers?: Record<string, string> } = {}) =>
      app.api.inject({ url: `/api/detections/${path}`, ...more, headers: { ...guard, ...more.headers } });
    return { app, frame, id, bare, requestFrame };
  }

  test('is sent unchanged, cached by the browser alone, and revalidated each time', async () => {
    const { frame, id, requestFrame } = await appWithFrame();
    const etag = `"${createHash('sha256').update(frame).digest('hex')}"`;
    const described = {
      'content-type': 'image/jpeg',
      'content-length': '100000',
      'cache-control': 'private, no-cache',
      etag,
    };
    const jpeg = await requestFrame(`${id}/jpeg`);
    expect([jpeg.statusCode, jpeg.headers]).toMatchObject([200, described]);
    expect(frame.equals(jpeg.rawPayload)).toBe(true);

    const head = await requestFrame(`${id}/jpeg`, { method: 'HEAD' });
    expect([head.statusCode, head.headers, head.body]).toMatchObject([200, described, '']);

    for (const method of ['GET', 'HEAD'] as const) {
      const known = await requestFrame(`${id}/jpeg`, { method, headers: { 'if-none-match': etag } });
      expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
      const other = await requestFrame(`${id}/jpeg`, { method, headers: { 'if-none-match': `"${'0'.repeat(64)}"` } });
      expect(other.statusCode).toBe(200);
    }
  });

  test('is also sent embedded in JSON', async () => {
    const { frame, id, requestFrame } = await appWithFrame();
    expect((await requestFrame(`${id}/frame`)).json()).toEqual({
      success: true,
      frame_data: `data:image/jpeg;base64,${frame.toString('base64')}`,
      timestamp: '2026-11-20T12:00:00.000Z',
    });
  });

  test('has a thumbnail, which is made once', async () => {
    const { app, requestFrame } = await appWithFrame();
    const frame = await photograph({ width: 1280, height: 720 });
    const { id } = await app.dependencies.writer.add(newDetection(), Buffer.from(frame));
    const etag = `W/"${createHash('sha256').update(frame).digest('hex')}"`;
    const kept = { etag, 'cache-control': 'private, no-cache' };
    const card = await requestFrame(`${id}/thumbnail`);
    expect([card.statusCode, card.headers]).toMatchObject([200, { ...kept, 'content-type': 'image/jpeg' }]);
    expect(await sharp(card.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 });
    expect(card.rawPayload.byteLength).toBeLessThan(frame.byteLength / 2);

    expect((await requestFrame(`${id}/thumbnail`)).rawPayload.equals(card.rawPayload)).toBe(true);
    const known = await requestFrame(`${id}/thumbnail`, { headers: { 'if-none-match': etag } });
    expect([known.statusCode, known.body, known.headers]).toMatchObject([304, '', kept]);
    expect((await requestFrame(`${id}/thumbnail`, { method: 'HEAD' })).headers).toMatchObject(kept);
    expect((await requestFrame(`${id}/jpeg`)).rawPayload.equals(frame)).toBe(true);

    await app.dependencies.writer.remove(id);
    expect((await requestFrame(`${id}/thumbnail`)).statusCode).toBe(404);
  });

  test('has itself as its thumbnail when it is small or cannot be decoded', async () => {
    const { app, requestFrame, bare } = await appWithFrame();
    const unreadable = Buffer.concat([frameBytes(4).subarray(0, 3), Buffer.alloc(100_000)]);
    const { id } = await app.dependencies.writer.add(newDetection(), Buffer.from(unreadable));
    expect((await requestFrame(`${id}/thumbnail`)).rawPayload.equals(unreadable)).toBe(true);
    const little = await photograph({ width: 320, height: 192 });
    const { id: littleId } = await app.dependencies.writer.add(newDetection(), Buffer.from(little));
    expect((await requestFrame(`${littleId}/thumbnail`)).rawPayload.equals(little)).toBe(true);
    for (const missing of [bare, bare + 1_000])
      expect((await requestFrame(`${missing}/thumbnail`)).statusCode).toBe(404);
  });

  test('is null when embedded, and 404 as an image, for a detection without one', async () => {
    const { bare, requestFrame } = await appWithFrame();
    expect((await requestFrame(`${bare}/frame`)).json()).toMatchObject({ success: true, frame_data: null });
    const jpeg = await requestFrame(`${bare}/jpeg`);
    expect([jpeg.statusCode, jpeg.json()]).toEqual([
      404,
      { success: false, code: 'NOT_FOUND', message: `Detection ${bare} has no frame` },
    ]);
    for (const id of [bare, bare + 1])
      expect((await requestFrame(`${id}/jpeg`, { method: 'HEAD' })).statusCode).toBe(404);
  });

  test('is deleted with its detection, also for a browser that has it cached', async () => {
    const { app, id, frame, requestFrame } = await appWithFrame();
    await app.dependencies.writer.remove(id);
    const etag = `"${createHash('sha256').update(frame).digest('hex')}"`;
    expect((await requestFrame(`${id}/jpeg`, { headers: { 'if-none-match': etag } })).statusCode).toBe(404);
  });
}

onBothDatabases('the frame of a detection', frameOfADetection);
describe('the frame of a detection (object store)', () => frameOfADetection(withObjectStore(freshPostgres)));
