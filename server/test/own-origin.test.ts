import { describe, expect, test } from 'vitest';
import { freshSqlite } from './data/on-both-databases.ts';
import { buildTestApp } from './servers/build-test-app.ts';

type Headers = Record<string, string>;

async function addDevice(headers: Headers, publicUrl?: string): Promise<number> {
  const app = await buildTestApp(freshSqlite, { publicUrl });
  const { cookie } = await app.signIn();
  const request = { method: 'POST' as const, url: '/api/devices', payload: { name: 'Gate' } };
  return (await app.api.inject({ ...request, headers: { cookie, ...headers } })).statusCode;
}

describe('a change by a signed-in guard', () => {
  test.each<[string, Headers]>([
    ['localhost', { origin: 'http://localhost:8080' }],
    ['127.0.0.1', { origin: 'http://127.0.0.1:8080' }],
    ['a page that names no origin but is of this site', { 'sec-fetch-site': 'same-origin' }],
  ])('is welcome from %s', async (_from, headers) => {
    expect(await addDevice(headers)).toBe(201);
  });

  test.each<[string, Headers]>([
    ['nowhere', {}],
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:8081' }],
    ['a hidden origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['another site that names no origin', { 'sec-fetch-site': 'cross-site' }],
    ['another site, said to be this one', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  ])('is refused from %s', async (_from, headers) => {
    expect(await addDevice(headers)).toBe(403);
  });

  test('is accepted from the public address only when it is set', async () => {
    const publicUrl = 'http://guard.example.org';
    expect(await addDevice({ origin: publicUrl }, publicUrl)).toBe(201);
    expect(await addDevice({ origin: 'http://localhost:8080' }, publicUrl)).toBe(403);
  });
});

test('a visitor from another site is answered 401 instead of an origin error', async () => {
  const { api } = await buildTestApp(freshSqlite);
  const headers = { origin: 'https://evil.example' };
  expect((await api.inject({ method: 'POST', url: '/api/devices', headers })).statusCode).toBe(401);
});
