import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/processes/free-port.mjs';
import { emptyFolder } from './data/empty-folder.ts';
import { startNginx } from './doubles/start-nginx.ts';

/** A server with one behaviour for all requests, and the methods of the requests that it got. */
async function aServer(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, place: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test.each([
  ['GET', null, ['GET', 'GET']],
  ['POST', 'a report', ['POST']],
])(
  'a %s that a server took and did not answer is asked of another only when it may be asked twice',
  async (method, body, asked) => {
    const dies = () => aServer((request) => request.resume().on('end', () => request.socket.destroy()));
    const servers = [await dies(), await dies()];
    const port = await freePort();
    await startNginx({ port, servers: servers.map(({ place }) => place) });
    const answer = await fetch(`http://127.0.0.1:${port}/api/ingest/detections`, { method, body });
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '1',
      { success: false, message: 'No server answers', code: 'UNAVAILABLE' },
    ]);
    expect(servers.flatMap((server) => server.asked)).toEqual(asked);
  },
);

test('nginx sends a report to the other server when the first is down', async () => {
  const port = await freePort();
  const here = await aServer((request, response) => {
    request.resume().on('end', () => response.end('stored'));
  });
  const gone = `127.0.0.1:${await freePort()}`;
  await startNginx({ port, servers: [gone, here.place] });
  for (let report = 0; report < 4; report += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ingest/detections`, { method: 'POST', body: 'a report' });
    expect([answer.status, await answer.text()]).toEqual([200, 'stored']);
  }
  expect(here.asked).toEqual(['POST', 'POST', 'POST', 'POST']);
});

test('nginx redirects http to https', async () => {
  const folder = emptyFolder();
  const certificate = { file: join(folder, 'vedette.pem'), key: join(folder, 'vedette.key') };
  const subject = ['-subj', '/CN=guard.example.org', '-addext', 'subjectAltName=DNS:guard.example.org'];
  const output = ['-keyout', certificate.key, '-out', certificate.file];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...output], {
    stdio: 'pipe',
  });
  const server = await aServer(({ headers }, response) => void response.end(JSON.stringify(headers)));
  const port = await freePort();
  const redirectPort = await freePort();
  await startNginx({ port, redirectPort, servers: [server.place, server.place], certificate });

  const host = { host: 'guard.example.org' };
  const plain = await fetch(`http://127.0.0.1:${redirectPort}/dashboard?from=mail`, {
    headers: host,
    redirect: 'manual',
  });
  expect(plain.status).toBe(301);
  expect(plain.headers.get('location')).toMatch(/^https:\/\/.+\/dashboard\?from=mail$/);
  const ca = readFileSync(certificate.file);
  const options = { ca, servername: 'guard.example.org', headers: { ...host, 'x-forwarded-proto': 'http' } };
  const seen = await new Promise<string>((resolve, reject) => {
    get(`https://127.0.0.1:${port}/`, options, (answer) => resolve(text(answer))).on('error', reject);
  });
  expect(JSON.parse(seen)).toMatchObject({
    host: 'guard.example.org',
    'x-forwarded-host': 'guard.example.org',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '127.0.0.1',
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});
