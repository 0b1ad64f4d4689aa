import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { addressOf } from './data/camera.ts';
import { freshSqlite } from './data/on-both-databases.ts';
import { buildTestApp } from './servers/build-test-app.ts';

describe('an internal error', () => {
  test('is logged with its cause and answered without the cause', async () => {
    const app = await buildTestApp(freshSqlite);
    const headers = await app.signIn();
    app.dependencies.deviceStore.list = () => Promise.reject(new Error('no such table: secret_table'));
    app.expectLogLine(/secret_table/);
    const answer = await app.api.inject({ url: '/api/devices', headers });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      success: false,
      message: expect.any(String),
      code: 'INTERNAL',
      request_id: expect.any(String),
    });
    expect(answer.body).not.toContain('secret_table');
  });

  test('has a unique request id in every response', async () => {
    const app = await buildTestApp(freshSqlite);
    const headers = await app.signIn();
    app.dependencies.deviceStore.list = () => Promise.reject(new Error('out of order'));
    app.expectLogLine(/out of order/);
    const ask = async () => (await app.api.inject({ url: '/api/devices', headers })).json().request_id;
    expect(await ask()).not.toBe(await ask());
  });
});

describe('a body', () => {
  test.each([
    ['application/json', '{"name":', 400, 'BAD_REQUEST'],
    ['application/json', '', 400, 'BAD_REQUEST'],
    ['text/plain', 'Gate', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/json', JSON.stringify({ name: 'x'.repeat(70_000) }), 413, 'TOO_LARGE'],
  ])('of %s %s… is refused with %i', async (type, payload, status, code) => {
    const app = await buildTestApp(freshSqlite);
    const headers = { ...(await app.signIn()), 'content-type': type };
    const answer = await app.api.inject({ method: 'POST', url: '/api/devices', headers, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, code });
  });
});

test('a content type without a body is accepted by routes without a body and refused by the others', async () => {
  const app = await buildTestApp(freshSqlite);
  const headers = { ...(await app.signIn()), 'content-type': 'application/json' };
  for (const [method, url, status, code] of [
    ['DELETE', '/api/detections/1', 404, 'NOT_FOUND'],
    ['DELETE', '/api/detections/all', 200, undefined],
    ['DELETE', '/api/devices/unknown', 404, 'NOT_FOUND'],
    ['POST', '/api/detections/manual', 400, 'BAD_REQUEST'],
    ['PUT', '/api/detections/1/comment', 400, 'BAD_REQUEST'],
    ['POST', '/api/auth/sign-out', 200, undefined],
  ] as const) {
    const answer = await app.api.inject({ method, url, headers });
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, status, code]);
  }
});

describe('an address with a part that is too long', () => {
  test.each([
    ['GET', `/api/detections/weapons/${'a'.repeat(1_100)}`],
    ['GET', `/api/detections/${'9'.repeat(1_100)}/jpeg`],
    ['DELETE', `/api/devices/${'a'.repeat(8_000)}`],
  ] as const)('is nowhere: %s', async (method, url) => {
    const app = await buildTestApp(freshSqlite);
    const visitor = await app.api.inject({ method, url });
    expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'UNAUTHORIZED']);
    const guard = await app.api.inject({ method, url, headers: await app.signIn() });
    expect([guard.statusCode, guard.json()]).toEqual([
      404,
      { success: false, code: 'NOT_FOUND', message: 'There is nothing at an address that long' },
    ]);
    expect((await app.api.inject({ method: 'PUT', url })).statusCode).toBe(405);
  });
});

test('an unsupported Expect header is refused in the error shape of the API', async () => {
  const app = await buildTestApp(freshSqlite);
  const url = `${await addressOf(app)}/api/health`;
  const { status, body } = await new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    request(url, { headers: { expect: 'nonsense' } }, async (answer) => {
      resolve({ status: answer.statusCode, body: await json(answer) });
    })
      .on('error', reject)
      .end();
  });
  expect([status, body]).toEqual([
    417,
    { success: false, code: 'BAD_REQUEST', message: expect.stringContaining('100-continue') },
  ]);
});
