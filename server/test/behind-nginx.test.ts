import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../scripts/processes/free-port.mjs';
import { emptyFolder } from './data/empty-folder.ts';
import { expectWholeStore } from './data/expect-whole-store.ts';
import { frameBytes } from './data/new-detection.ts';
import { freshPostgres } from './data/on-both-databases.ts';
import { aReport, asJpeg, asJson, type Body } from './data/reports.ts';
import { startLoad } from './data/steady-load.ts';
import { startNginx } from './doubles/start-nginx.ts';
import { followStream } from './servers/follow-stream.ts';
import { openStream } from './servers/open-stream.ts';
import { signUpAt } from './servers/sign-up-at.ts';
import { addressOf, startServer } from './servers/start-server.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Two built servers on one PostgreSQL database, behind the nginx of `deploy/`. */
async function siteBehindNginx() {
  const { address } = await freshPostgres();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    const PORT = String(await freePort());
    const server = startServer({
      PORT,
      DATA_DIR: emptyFolder(),
      DATABASE_URL: address.dialect === 'postgres' ? address.url : '',
      SESSION_SECRET: 'one secret for both of the servers',
      PUBLIC_URL: url,
      TRUST_PROXY: 'true',
      METRICS: 'true',
      DEVICE_RATE_LIMIT: '0',
    });
    await addressOf(server);
    return { ...server, place: `127.0.0.1:${PORT}` };
  };
  const servers = await Promise.all([start(), start()]);
  const nginx = await startNginx({ port, servers: servers.map(({ place }) => place) });
  const { guard, key } = await signUpAt(url);
  const report = ({ headers, body }: Body) => {
    const authorization = `Bearer ${key}`;
    return fetch(`${url}/api/ingest/detections`, {
      method: 'POST',
      headers: { ...headers, authorization },
      body: body ?? null,
    });
  };
  return { address, url, servers, nginx, guard, key, report };
}

/** Reads a metric of a server directly. */
async function measured(place: string, name: string): Promise<number> {
  const lines = (await (await fetch(`http://${place}/metrics`)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1] ?? 0);
}

test('a report to one server is sent on a stream of the other at once, and a session is valid at both', async () => {
  const { url, servers, guard, report } = await siteBehindNginx();
  const stream = await openStream({ url, guard });
  await stream.until((events) => events.length === 1);
  // nginx selects the server with the fewest connections, and the stream is one.
  const answer = await report(asJpeg(aReport(), frameBytes()));
  expect(answer.status).toBe(201);
  // The request id is the one of nginx, which the server accepts from its trusted proxy.
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  const { detection_id } = (await answer.json()) as { detection_id: number };
  await stream.until((events) => events.length === 2);
  expect(stream.events[1]).toMatchObject({ id: 1, event: 'detection.created', data: { id: detection_id } });
  expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' });

  const counts = (name: string) => Promise.all(servers.map(({ place }) => measured(place, name)));
  const watched = (await counts('vedette_stream_clients')).indexOf(1);
  const reported = (await counts('vedette_reports_total{status="201"}')).indexOf(1);
  expect([watched, reported].sort()).toEqual([0, 1]);

  for (const { place } of servers) {
    const session = await fetch(`http://${place}/api/auth/get-session`, { headers: { cookie: guard.cookie } });
    expect(await session.json()).toMatchObject({ user: { email: 'ana@gmail.com' } });
  }
  const outside = await fetch(`${url}/metrics`);
  expect([outside.status, await outside.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
});

test('after a server is killed its stream continues at the other, and every report is stored and sent once', async () => {
  const { address, url, servers, guard, key } = await siteBehindNginx();
  const stream = await followStream({ servers: [() => url], guard });
  const load = startLoad({ cameras: 8, key, address: async () => url });
  const goesOn = () => load.reached(load.acknowledged.size + 60);
  await goesOn();
  const clients = await Promise.all(servers.map(({ place }) => measured(place, 'vedette_stream_clients')));
  servers[clients.indexOf(1)]?.process.kill('SIGKILL');
  await expect.poll(stream.openings, { timeout: 30_000 }).toBe(2);
  await goesOn();
  await load.stop();
  const every = Array.from({ length: load.acknowledged.size }, (_, index) => index + 1);
  await stream.hasRead(every.length);
  expect(stream.numbers()).toEqual(every);
  expect(stream.wasReset()).toBe(false);
  const read = (path: string) => fetch(`${url}${path}`, { headers: { cookie: guard.cookie } });
  await expectWholeStore({ load, read, address });
});

test('frames up to the limit pass in every encoding, and larger ones are refused in the error shape of the API', async () => {
  const { report } = await siteBehindNginx();
  for (const encode of [asJpeg, asJson]) {
    expect((await report(encode(aReport(), frameBytes(FRAME_MAX_BYTES)))).status).toBe(201);
  }
  const tooLarge = await report(asJpeg(aReport(), frameBytes(8 * 1024 * 1024 + 1)));
  expect([tooLarge.status, await tooLarge.json()]).toEqual([
    413,
    { success: false, message: expect.any(String), code: 'TOO_LARGE' },
  ]);
});

test("the servers use the client's real address instead of a forged one, and the log contains no token", async () => {
  const { address, url, nginx } = await siteBehindNginx();
  const body = JSON.stringify({ name: '', email: 'ben@gmail.com', password: 'correct horse battery' });
  const headers = { origin: url, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.66' };
  const signUp = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const options = { method: 'POST', localAddress: '127.0.0.7', headers };
    request(`${url}/api/auth/sign-up/email?token=of-a-mail`, options, async (answer) =>
      resolve({ status: answer.statusCode, body: await text(answer) }),
    )
      .on('error', reject)
      .end(body);
  });
  expect(signUp).toMatchObject({ status: 200 });
  const client = new pg.Client({ connectionString: address.dialect === 'postgres' ? address.url : '' });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query(
    `select "ipAddress" from auth_session join auth_user on auth_user.id = "userId" where email = 'ben@gmail.com'`,
  );
  expect(rows).toEqual([{ ipAddress: '127.0.0.7' }]);
  await expect.poll(nginx.accessLog).toContain('127.0.0.7');
  expect(nginx.accessLog()).not.toContain('of-a-mail');
});
