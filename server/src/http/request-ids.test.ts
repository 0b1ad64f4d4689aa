import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { addressOf, connectCamera } from '../../test/data/camera.ts';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { aReport, asJson } from '../../test/data/reports.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';
import { openStream } from '../../test/servers/open-stream.ts';

async function idOf({ api }: TestApp, call: InjectOptions): Promise<string> {
  return String((await api.inject(call)).headers['x-request-id']);
}

describe('the id of a request', () => {
  test('is in every answer, and unique', async () => {
    const app = await buildTestApp(freshSqlite);
    const ids = new Set<string>();
    const urls = ['/api/health', '/api/health', '/api/nothing', '/api/devices', '/api/%ZZ', '/dashboard', '/x.png'];
    for (const url of urls) ids.add(await idOf(app, { url }));
    const camera = await connectCamera(app);
    ids.add((await camera.send(asJson(aReport(), null))).headers.get('x-request-id') ?? '');
    const stream = await openStream({ url: await addressOf(app), guard: await app.signIn() });
    ids.add(String(stream.headers['x-request-id']));
    expect(ids.size).toBe(urls.length + 2);
    expect([...ids].filter((id) => !/^[0-9a-f]{8}-\w+$/.test(id))).toEqual([]);
  });

  test('is in every log line of the request', async () => {
    const app = await buildTestApp(freshSqlite);
    app.dependencies.deviceStore.list = () => Promise.reject(new Error('out of order'));
    app.expectLogLine(/out of order/);
    const { headers, body } = await app.api.inject({ url: '/api/devices', headers: await app.signIn() });
    const line = app.logLines().find((one) => one.includes('out of order')) ?? '{}';
    expect(JSON.parse(line).request_id).toBe(headers['x-request-id']);
    expect(JSON.parse(body).request_id).toBe(headers['x-request-id']);
  });

  test.each([
    ['a trusted proxy', '10.0.0.2', 'nginx-7f3a', true],
    ['anybody else', '192.0.2.7', 'nginx-7f3a', false],
    ['a trusted proxy, but is none', '10.0.0.2', 'two words', false],
    ['a trusted proxy, but is too long', '10.0.0.2', 'a'.repeat(65), false],
    ['a trusted proxy, but is empty', '10.0.0.2', '', false],
  ])('from %s is used or replaced', async (_who, remoteAddress, given, kept) => {
    const app = await buildTestApp(freshSqlite, { trustProxy: ['10.0.0.0/8'] });
    const id = await idOf(app, { url: '/api/health', remoteAddress, headers: { 'x-request-id': given } });
    expect(id === given).toBe(kept);
  });

  test('is taken from a trusted proxy, and not from other clients', async () => {
    const headers = { 'x-request-id': 'nginx-7f3a' };
    const behindOne = await buildTestApp(freshSqlite, { trustProxy: 1 });
    expect(await idOf(behindOne, { url: '/api/health', headers })).toBe('nginx-7f3a');
    const alone = await buildTestApp(freshSqlite);
    expect(await idOf(alone, { url: '/api/health', headers })).not.toBe('nginx-7f3a');
  });
});

test('log lines contain no keys, sessions or query strings', async () => {
  const app = await buildTestApp(freshSqlite, { logLevel: 'trace' });
  const guard = await app.signIn();
  const camera = await connectCamera(app);
  app.dependencies.deviceStore.list = () => Promise.reject(new Error('out of order'));
  app.expectLogLine(/out of order/);
  const token = 'token-of-a-mail';
  await app.api.inject({ url: `/api/devices?token=${token}`, headers: guard });
  await app.api.inject({ url: `/api/auth/verify-email?token=${token}` });
  await app.api.inject({ url: `/api/nothing?token=${token}`, headers: guard });
  await camera.send(asJson(aReport(), null));
  const request = { method: 'GET', url: `/api?token=${token}`, headers: guard };
  app.dependencies.log.info({ req: request }, 'a line with a request');
  const log = app.logLines().join('\n');
  expect(log).toContain('a line with a request');
  for (const secret of [token, camera.key, guard.cookie]) expect(log).not.toContain(secret);
});
