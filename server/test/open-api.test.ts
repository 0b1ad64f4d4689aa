import { expect, test } from 'vitest';
import { freshSqlite } from './data/on-both-databases.ts';
import { buildTestApp } from './servers/build-test-app.ts';

type Operation = { security: object[]; responses: object };

test('the description is valid OpenAPI 3.1 and contains every route of the API with its authentication', async () => {
  const app = await buildTestApp(freshSqlite, { team: true });
  const document = (await app.api.inject({ url: '/api/openapi.json', headers: await app.signIn() })).json();
  expect(document.openapi).toBe('3.1.0');
  const paths: Record<string, Record<string, Operation>> = document.paths;
  const undocumented = ['/api/openapi.json', '/api/docs'];
  const missing = app.api.knownRoutes
    .filter(({ url }) => url.startsWith('/api/') && !undocumented.some((hidden) => url.startsWith(hidden)))
    .flatMap(({ url, methods }) => methods.map((method) => ({ url: url.replace(/:(\w+)/g, '{$1}'), method })))
    .filter(({ url, method }) => method !== 'HEAD' && paths[url]?.[method.toLowerCase()] === undefined);
  expect(missing).toEqual([]);
  expect(paths['/api/health']?.get?.security).toEqual([]);
  expect(paths['/api/devices']?.get?.security).toEqual([{ session: [] }, { apiToken: [] }]);
  expect(paths['/api/auth/tokens']?.post?.security).toEqual([{ session: [] }]);
  expect(paths['/api/ingest/detections']?.post?.security).toEqual([{ deviceKey: [] }]);
});

test('the description contains a schema of each encoding of a report', async () => {
  const app = await buildTestApp(freshSqlite, { team: true });
  const document = (await app.api.inject({ url: '/api/openapi.json', headers: await app.signIn() })).json();
  const { content } = document.paths['/api/ingest/detections'].post.requestBody;
  expect(Object.keys(content)).toEqual(['multipart/form-data', 'application/json', 'image/jpeg']);
  const required = ['event_id', 'weapon_type', 'confidence', 'timestamp'];
  expect(content['multipart/form-data'].schema.properties.detection.required).toEqual(required);
  expect(content['application/json'].schema.required).toEqual(required);
  expect(content['image/jpeg'].schema).toMatchObject({ type: 'string', contentMediaType: 'image/jpeg' });
});

test('the documentation page complies with the content security policy', async () => {
  const app = await buildTestApp(freshSqlite, { team: true });
  const headers = await app.signIn();
  const page = await app.api.inject({ url: '/api/docs', headers });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
  const parts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) {
    const url = new URL(part, 'http://localhost/api/docs').pathname;
    expect([part, (await app.api.inject({ url, headers })).statusCode]).toEqual([part, 200]);
  }
});
