import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isNetworkError, onUnauthorized, request } from './request.ts';

const server = createServer();
let answer: RequestListener;

beforeEach(async () => {
  server.removeAllListeners('request').on('request', (req, res) => answer(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetchFromPage = globalThis.fetch;
  // In a page the address is relative to it.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetchFromPage(origin + path, init));
  vi.spyOn(console, 'debug').mockReturnValue(undefined);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await gone();
});

it('sends a request below /api and returns the response', async () => {
  answer = (req, res) => res.end(JSON.stringify({ success: true, path: req.url, method: req.method }));
  expect(await request('/health')).toEqual({ success: true, path: '/api/health', method: 'GET' });
});

it('sends JSON', async () => {
  answer = async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    res.end(JSON.stringify({ success: true, type: req.headers['content-type'], sent: JSON.parse(body) }));
  };
  const put = request('/detections/7/comment', { method: 'PUT', body: { comment: 'seen' } });
  expect(await put).toEqual({ success: true, type: 'application/json', sent: { comment: 'seen' } });
});

describe('a refusal', () => {
  it("with success false throws the server's message, for every status", async () => {
    for (const status of [200, 400, 500]) {
      answer = (_req, res) =>
        res.writeHead(status).end(JSON.stringify({ success: false, message: 'The disk is full', code: 'INTERNAL' }));
      await expect(request('/detections/1')).rejects.toMatchObject({ message: 'The disk is full', status });
    }
  });

  it('contains the field and the time of the next attempt', async () => {
    answer = (_req, res) =>
      res
        .writeHead(429, { 'retry-after': '7' })
        .end(JSON.stringify({ success: false, message: 'Slower', code: 'RATE_LIMITED', field: 'email' }));
    await expect(request('/contact')).rejects.toMatchObject({ field: 'email', retryAfterSeconds: 7 });
  });

  it('without a message of the server contains the status', async () => {
    answer = (_req, res) => res.writeHead(502).end('<h1>Bad gateway</h1>');
    await expect(request('/health')).rejects.toMatchObject({
      message: 'The server answered 502',
      code: 'UNKNOWN',
    });
  });

  it('by 401 is logged, notifies subscribers and does not navigate', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const subscriber = vi.fn();
    const stop = onUnauthorized(subscriber);
    answer = (_req, res) =>
      res.writeHead(401).end(JSON.stringify({ success: false, message: 'Sign in first', code: 'UNAUTHORIZED' }));
    await expect(request('/detections/all')).rejects.toMatchObject({ message: 'Sign in first', status: 401 });
    stop();
    expect(warn.mock.calls[0]?.[0]).toMatch(/GET \/api\/detections\/all answered 401 in \d+ ms: redirect to login$/);
    expect(subscriber).toHaveBeenCalledOnce();
  });
});

describe("'Network Error'", () => {
  it('when the connection is refused', async () => {
    await gone();
    await expectNetworkError(request('/health'));
  });

  it('when the response breaks off', async () => {
    answer = (_req, res) => {
      res.writeHead(200, { 'content-length': '100' }).write('{"success":');
      setImmediate(() => res.destroy());
    };
    await expectNetworkError(request('/health'));
  });

  it('when a proxy responds with a page of its own', async () => {
    answer = (_req, res) => res.end('<h1>Welcome to the guest network</h1>');
    await expectNetworkError(request('/health'));
  });

  it('after 10 seconds without a response', async () => {
    answer = () => undefined;
    const asked = performance.now();
    await expectNetworkError(request('/health'));
    expect(performance.now() - asked).toBeGreaterThanOrEqual(9_990);
  });

  it('when the response begins in time and does not end', async () => {
    answer = (_req, res) => res.writeHead(200).write('{');
    await expectNetworkError(request('/health', { timeoutMs: 300 }));
  });
});

async function expectNetworkError(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ message: 'Network Error', status: 0 });
  expect(isNetworkError(error)).toBe(true);
}

async function gone() {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
