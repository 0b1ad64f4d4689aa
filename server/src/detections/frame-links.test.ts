import { expect, onTestFinished, test, vi } from 'vitest';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
import { freshPostgres, freshSqlite } from '../../test/data/on-both-databases.ts';
import { cuttableProxy } from '../../test/doubles/cuttable-proxy.ts';
import { startObjectStore } from '../../test/doubles/start-object-store.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { LINK_SECONDS } from '../frames/objects/object-store.ts';

vi.setConfig({ testTimeout: 90_000 });

async function appWithFrame({ redirect }: { redirect: boolean }) {
  const store = await startObjectStore();
  const app = await buildTestApp(async () => ({
    ...(await freshSqlite()),
    objectStore: { ...store.settings, redirect },
  }));
  const guard = await app.signIn();
  const frame = frameBytes(20_000);
  const { id } = await app.dependencies.writer.add(newDetection(), Buffer.from(frame));
  const requestFrame = (path: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.api.inject({ url: `/api/detections/${path}`, method, headers: guard });
  return { app, store, frame, id, requestFrame };
}

const fetchLink = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

test('a request for a frame is redirected to the object store, with a link that is valid for two minutes', async () => {
  const { id, requestFrame, frame, store, app } = await appWithFrame({ redirect: true });
  const answer = await requestFrame(`${id}/jpeg`);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'private, max-age=60']);
  const link = String(answer.headers.location);
  expect(new URL(link).origin).toBe(store.settings.endpoint);
  const found = await fetchLink(link);
  expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(found.headers.get('cache-control')).toBe('private, max-age=120');
  expect(found.bytes).toEqual(frame);
  expect(new URL(link).searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (LINK_SECONDS + 1) * 1_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect((await fetchLink(link)).status).toBe(403);
  vi.useRealTimers();

  await app.dependencies.writer.remove(id);
  expect((await fetchLink(link)).status).toBe(404);
  expect((await requestFrame(`${id}/jpeg`)).statusCode).toBe(404);
});

test('a frame that a script requests is sent by the server itself', async () => {
  const { id, requestFrame, frame } = await appWithFrame({ redirect: true });
  const head = await requestFrame(`${id}/jpeg`, 'HEAD');
  expect([head.statusCode, head.headers]).toMatchObject([
    200,
    { 'content-type': 'image/jpeg', 'content-length': '20000' },
  ]);
  expect((await requestFrame(`${id}/frame`)).json().frame_data).toBe(
    `data:image/jpeg;base64,${frame.toString('base64')}`,
  );
});

test('pages may load pictures from the object store only when browsers are redirected there', async () => {
  for (const redirect of [true, false]) {
    const { app, store } = await appWithFrame({ redirect });
    const policy = String((await app.api.inject('/api/health')).headers['content-security-policy']);
    const pictures = policy.split(';').find((directive) => directive.startsWith('img-src'));
    expect(pictures).toBe(`img-src 'self' data: blob:${redirect ? ` ${store.settings.endpoint}` : ''}`);
  }
});

test('a frame is answered 503 while the object store is unreachable, and with its bytes afterwards', async () => {
  const { app, id, requestFrame, frame, store } = await appWithFrame({ redirect: false });
  app.expectLogLine(/the frame store does not answer/);
  await app.dependencies.frames.check();
  await store.stop();
  await expect(app.dependencies.frames.check()).rejects.toThrow('The frame store does not answer');
  for (const path of ['jpeg', 'frame']) {
    const answer = await requestFrame(`${id}/${path}`);
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '1',
      { success: false, code: 'UNAVAILABLE', message: 'The frame store does not answer' },
    ]);
  }
  expect((await requestFrame(`${id}/jpeg`, 'HEAD')).statusCode).toBe(200);
  await store.startAgain();
  await expect.poll(async () => (await requestFrame(`${id}/jpeg`)).statusCode).toBe(200);
  expect((await requestFrame(`${id}/jpeg`)).rawPayload).toEqual(frame);
  await app.dependencies.frames.check();
});

test('an object store that does not respond delays one batch, and no later ones', async () => {
  const store = await startObjectStore();
  const proxy = await cuttableProxy(store.settings.endpoint);
  const objectStore = { ...store.settings, endpoint: new URL(proxy.url).origin };
  const app = await buildTestApp(async () => ({ ...(await freshSqlite()), objectStore }));
  app.expectLogLine(/not stored/);
  const { writer } = app.dependencies;
  proxy.cut('silent');
  await expect(writer.add(newDetection(), frameBytes())).rejects.toMatchObject({ apiCode: 'UNAVAILABLE' });
  const swallowed = proxy.swallowed();
  await expect(writer.add(newDetection(), frameBytes(1_000_000))).rejects.toMatchObject({ apiCode: 'UNAVAILABLE' });
  expect(proxy.swallowed() - swallowed).toBeLessThan(100_000);
  await writer.add(newDetection(), null);
  proxy.heal();
  await vi.waitFor(() => writer.add(newDetection(), frameBytes()), { timeout: 20_000, interval: 200 });
});

test('two servers on one database and one bucket show the same frames', async () => {
  const { settings: objectStore } = await startObjectStore();
  const { address } = await freshPostgres();
  const place = async () => ({ ...(await freshSqlite()), address, objectStore });
  const [one, other] = [await buildTestApp(place), await buildTestApp(place)];
  const frame = frameBytes(5_000);
  const { id } = await one.dependencies.writer.add(newDetection(), Buffer.from(frame));
  const url = `/api/detections/${id}/jpeg`;
  const headers = await other.signIn();
  expect((await other.api.inject({ url, headers })).rawPayload).toEqual(frame);
  await other.dependencies.writer.remove(id);
  expect((await one.api.inject({ url, headers })).statusCode).toBe(404);
});

test('a server starts while its object store is unreachable: people see everything but frames, and reports without one are stored', async () => {
  const store = await startObjectStore();
  await store.stop();
  const app = await buildTestApp(async () => ({ ...(await freshSqlite()), objectStore: store.settings }));
  app.expectLogLine(/reports with a frame are refused until the frame store answers/);
  const { writer } = app.dependencies;
  const { id } = await writer.add(newDetection(), null);
  const answer = await app.api.inject({ url: `/api/detections/${id}`, headers: await app.signIn() });
  expect(answer.statusCode).toBe(200);
  await store.startAgain();
  await app.dependencies.frames.check();
});
