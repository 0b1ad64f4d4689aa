import { describe, expect, test, vi } from 'vitest';
import { frameBytes } from './data/new-detection.ts';
import { aReport, asJpeg, asJson } from './data/reports.ts';
import { canMount, smallDisk } from './data/small-disk.ts';
import { openStream } from './servers/open-stream.ts';
import { type RestartableServer, startRestartable } from './servers/restartable-server.ts';
import { signUpAt } from './servers/sign-up-at.ts';

vi.setConfig({ testTimeout: 60_000 });

const DISK_MIB = 20;
const FRAME_BYTES = 500_000;
const FULL = 'The disk of the server is full. Delete detections, or make room on the disk, and try again';
const mountable = canMount();

/** A server whose data folder is a file system of 20 MiB. */
async function openSite() {
  const disk = smallDisk(DISK_MIB);
  const server = await startRestartable({ DATA_DIR: disk.dataDir, DEVICE_RATE_LIMIT: '0' });
  const url = await server.url();
  const { guard, key } = await signUpAt(url);
  return { disk, server, guard, ...callsOf(server, { guard, key }) };
}

type Body = Record<string, unknown>;
type SignedUp = Awaited<ReturnType<typeof signUpAt>>;

function callsOf(server: RestartableServer, { guard, key }: SignedUp) {
  async function call(method: string, path: string, body?: object, who: object = guard) {
    const headers = { ...who, origin: server.lastUrl(), ...(body && { 'content-type': 'application/json' }) };
    const options = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${server.lastUrl()}${path}`, options);
    return { status: answer.status, body: (await answer.json()) as Body };
  }
  async function send(given: ReturnType<typeof asJson>) {
    const answer = await fetch(`${server.lastUrl()}/api/ingest/detections`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...given.headers },
      body: given.body ?? null,
    });
    const { status, headers } = answer;
    return { status, retryAfter: headers.get('retry-after'), body: (await answer.json()) as Body };
  }
  return {
    call,
    report: () => send(asJpeg(aReport(), frameBytes(FRAME_BYTES))),
    bareReport: () => send(asJson(aReport(), null)),
    signIn: () =>
      call('POST', '/api/auth/sign-in/email', { email: 'ana@gmail.com', password: 'correct horse battery' }, {}),
    readiness: () => call('GET', '/api/health/ready'),
  };
}

type Site = Awaited<ReturnType<typeof openSite>>;

/** Sends reports until one is refused. @returns the ids of the stored ones */
async function reportUntilFull({ report }: Site): Promise<number[]> {
  for (const ids: number[] = []; ; ) {
    const { status, body, retryAfter } = await report();
    if (status !== 201) {
      expect([status, retryAfter]).toEqual([503, '1']);
      return ids;
    }
    ids.push(Number(body.detection_id));
  }
}

const isReady = ({ readiness }: Site, status: number) =>
  expect.poll(async () => (await readiness()).status).toBe(status);

describe.skipIf(!mountable)('a disk of 20 MiB that reports have filled', () => {
  test('makes the server not ready, refuses reports with the reason, and is announced on every stream, until there is room', async () => {
    const site = await openSite();
    const { server, guard, readiness, report, bareReport, call } = site;
    const stream = await openStream({ url: server.lastUrl(), guard });
    await isReady(site, 200);
    const stored = await reportUntilFull(site);
    expect(stored.length).toBeGreaterThan(3);
    await isReady(site, 503);
    const message = 'The disk is full: reports are refused until there is room';
    expect((await readiness()).body).toMatchObject({ message, parts: { disk: { state: 'failing', message } } });
    for (const refused of [await report(), await bareReport()]) {
      expect(refused).toMatchObject({ status: 503, retryAfter: '1', body: { code: 'UNAVAILABLE', message: FULL } });
    }
    const storageEvents = () => stream.events.filter(({ event }) => event === 'storage').map(({ data }) => data);
    const full = { refused: 'disk-full', since: expect.any(String) };
    await expect.poll(storageEvents).toEqual([full]);
    const later = await openStream({ url: server.lastUrl(), guard });
    await expect.poll(() => later.events.map(({ event }) => event)).toEqual(['hello', 'storage']);

    expect((await call('DELETE', '/api/detections/all')).status).toBe(200);
    await isReady(site, 200);
    expect((await report()).status).toBe(201);
    await expect.poll(storageEvents).toEqual([full, { refused: null }]);
  });

  test('still allows people to sign in, send messages, register devices and delete detections', async () => {
    const site = await openSite();
    const { call, signIn, report } = site;
    const stored = await reportUntilFull(site);
    await isReady(site, 503);
    expect((await signIn()).status).toBe(200);
    const [newest] = stored.toReversed();
    expect((await call('PUT', `/api/detections/${newest}/comment`, { comment: 'seen' })).status).toBe(200);
    expect((await call('POST', '/api/devices', { name: 'Second', location: 'Gate' })).status).toBe(201);
    const contact = { name: 'Ana', email: 'ana@gmail.com', message: 'The disk of the server is full.' };
    expect((await call('POST', '/api/contact', contact)).status).toBeLessThan(300);
    for (const id of stored) expect((await call('DELETE', `/api/detections/${id}`)).status).toBe(200);
    await isReady(site, 200);
    expect((await report()).status).toBe(201);
  });

  test('and another program filled to the last byte loses no acknowledged report, and every failure gives its reason', async () => {
    const site = await openSite();
    const { disk, call, signIn, server, readiness } = site;
    const stored = await reportUntilFull(site);
    await isReady(site, 503);
    disk.fill();
    const answers = [
      await signIn(),
      await call('POST', '/api/devices', { name: 'Third', location: 'Gate' }),
      await call('PUT', `/api/detections/${stored[0]}/comment`, { comment: 'seen' }),
      await call('POST', '/api/detections/manual', { object_type: 'Knife', location: 'Lobby' }),
    ];
    for (const { status, body } of answers) {
      if (status >= 300) expect([status, body.message]).toEqual([expect.toBeOneOf([503, 507]), FULL]);
    }

    await server.restart('SIGKILL');
    expect((await readiness()).status).toBe(503);
    for (const id of stored) expect((await call('GET', `/api/detections/${id}`)).status).toBe(200);
    disk.free();
    expect((await call('DELETE', '/api/detections/all')).status).toBe(200);
    await isReady(site, 200);
  });

  test('full to the last byte lets a server start and a guard delete detections', async () => {
    const site = await openSite();
    const { disk, server, call, readiness, signIn } = site;
    await reportUntilFull(site);
    await isReady(site, 503);
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 });
    disk.fill();
    await server.restart('SIGTERM');
    expect((await readiness()).status).toBe(503);
    expect((await signIn()).status).toBe(200);
    expect((await call('DELETE', '/api/detections/all')).status).toBe(200);
    disk.free();
    await isReady(site, 200);
  });
});
