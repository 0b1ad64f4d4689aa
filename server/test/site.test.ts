import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PAGE_PATHS, TEAM_PATHS } from '@vedette/contract/pages';
import { describe, expect, test } from 'vitest';
import { emptyFolder } from './data/empty-folder.ts';
import { freshSqlite } from './data/on-both-databases.ts';
import { buildTestApp } from './servers/build-test-app.ts';

const PAGE = '<!doctype html><title>Vedette</title>';
const DASHBOARD = '<!doctype html><title>Vedette</title><link rel="modulepreload" href="/assets/dashboard.js">';
const SCRIPT = 'console.log("vedette")';

/** The server with a small web app that is built like the real one. */
async function serveBuiltSite({ team = false } = {}) {
  const webDir = emptyFolder();
  mkdirSync(join(webDir, 'assets'));
  for (const [name, text] of [
    ['index.html', PAGE],
    ['dashboard.html', DASHBOARD],
    ['assets/index-abc123.js', SCRIPT],
    ['favicon.svg', '<svg/>'],
  ] as const) {
    writeFileSync(join(webDir, name), text);
    writeFileSync(join(webDir, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(webDir, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(webDir, '.env'), 'secret');
  return (await buildTestApp(freshSqlite, { webDir, team })).api;
}

describe('the web app', () => {
  test('is sent at every address of a page', async () => {
    const api = await serveBuiltSite();
    const paths = PAGE_PATHS.filter((path) => !(TEAM_PATHS as readonly string[]).includes(path));
    for (const url of [...paths, '/auth?from=home', '/About/', '/dashboard?threat=7']) {
      const { statusCode, body, headers } = await api.inject({ url });
      expect([url, statusCode, body]).toEqual([url, 200, url.startsWith('/dashboard') ? DASHBOARD : PAGE]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
    }
  });

  test("is sent at the addresses of a team's pages only with TEAM", async () => {
    for (const team of [true, false]) {
      const api = await serveBuiltSite({ team });
      for (const url of TEAM_PATHS) {
        const { statusCode, body } = await api.inject({ url });
        expect([url, statusCode, body]).toEqual([url, team ? 200 : 404, PAGE]);
      }
    }
  });

  test('is sent with status 404 at other addresses', async () => {
    const api = await serveBuiltSite();
    const tag = String((await api.inject('/')).headers.etag);
    for (const url of ['/nothing/here', '/dashboards', '/about/us', '/simple-api-test/more']) {
      for (const headers of [{}, { 'if-none-match': tag }]) {
        const answer = await api.inject({ url, headers });
        expect([url, answer.statusCode, answer.body]).toEqual([url, 404, PAGE]);
        expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      }
      expect((await api.inject({ method: 'HEAD', url })).statusCode).toBe(404);
    }
  });

  test('gives its preview picture with the public address', async () => {
    const webDir = emptyFolder();
    const page = (address: string) => `<!doctype html><meta property="og:image" content="${address}/share.png" />`;
    writeFileSync(join(webDir, 'index.html'), page(''));
    const { api } = await buildTestApp(freshSqlite, { webDir, publicUrl: 'https://guard.example.org' });
    for (const [url, status] of [
      ['/', 200],
      ['/nowhere', 404],
    ] as const) {
      const answer = await api.inject(url);
      expect([answer.statusCode, answer.body]).toEqual([status, page('https://guard.example.org')]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  });

  test('caches files that are named by their content for a year', async () => {
    const api = await serveBuiltSite();
    const answer = await api.inject('/assets/index-abc123.js');
    expect([answer.statusCode, answer.body]).toEqual([200, SCRIPT]);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await api.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=0');
  });

  test.each([
    ['br', 'br', 'gzip, br'],
    ['gzip', 'gzip', 'gzip'],
    ['nothing', undefined, 'identity'],
  ])('is sent compressed by %s', async (_name, encoding, accepted) => {
    const api = await serveBuiltSite();
    for (const url of ['/', '/assets/index-abc123.js']) {
      const answer = await api.inject({ url, headers: { 'accept-encoding': accepted } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers.vary).toMatch(/accept-encoding/i);
    }
  });

  test('is revalidated by its ETag', async () => {
    const api = await serveBuiltSite();
    const { headers } = await api.inject('/dashboard');
    const again = await api.inject({ url: '/dashboard', headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
  });

  test.each([
    '/assets/index-old.js',
    '/missing.png',
    '/api/x',
    '/.env',
    '/assets/../.env',
    '/%2e%2e/package.json',
    '/assets',
  ])('has no file at %s and does not pretend', async (url) => {
    const api = await serveBuiltSite();
    const answer = await api.inject({ url });
    expect(answer.body).not.toContain('secret');
    if (url === '/assets') return expect([answer.statusCode, answer.body]).toEqual([404, PAGE]);
    expect([403, 404]).toContain(answer.statusCode);
    return expect(answer.json()).toMatchObject({ success: false });
  });

  test('refuses other methods than GET and HEAD', async () => {
    const api = await serveBuiltSite();
    expect((await api.inject({ method: 'POST', url: '/dashboard' })).statusCode).toBe(404);
  });
});

describe('security headers', () => {
  test('forbid inline scripts and other origins', async () => {
    const api = await serveBuiltSite();
    const { headers } = await api.inject('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("img-src 'self' data: blob:");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('allow calls to a local server in the document of one page only', async () => {
    const api = await serveBuiltSite();
    const policyOf = async (url: string) => String((await api.inject({ url })).headers['content-security-policy']);
    const everywhere = await policyOf('/');
    expect(everywhere).toContain("connect-src 'self';");
    const there = everywhere.replace("connect-src 'self'", "connect-src 'self' http://localhost:5000");
    for (const url of ['/simple-api-test', '/simple-api-test/', '/simple-api-test?from=menu']) {
      expect([url, await policyOf(url)]).toEqual([url, there]);
    }
    for (const url of [
      ...['/', '/api-test', '/quick-api-test', '/simple-api-test/more', '/simple-api-tests', '/x?/simple-api-test'],
      ...['/dashboard', '/assets/index-abc123.js', '/api/health', '/simple-api-test.js', '/x/simple-api-test'],
    ]) {
      expect([url, await policyOf(url)]).toEqual([url, everywhere]);
    }
  });

  test('require https when the public address has https', async () => {
    const { api } = await buildTestApp(freshSqlite, { publicUrl: 'https://guard.example.org' });
    const { headers } = await api.inject('/api/health');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});
