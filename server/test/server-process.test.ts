import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/processes/free-port.mjs';
import { emptyFolder } from './data/empty-folder.ts';
import { addressOf, startServer } from './servers/start-server.ts';

describe('the server process', { timeout: 30_000 }, () => {
  test('prints every mistake in its settings and does not start', async () => {
    const server = startServer({ DATA_DIR: emptyFolder(), PORT: 'x', REGISTRATION: 'maybe' });
    expect(await server.exit).toEqual({ code: 1, signal: null });
    expect(server.output()).toContain('PORT=x: must be a whole number from 0 to 65535');
    expect(server.output()).toContain('REGISTRATION=maybe: must be open or closed');
  });

  test('prints how to create the first account', async () => {
    const server = startServer({ DATA_DIR: emptyFolder(), ALLOWED_EMAIL_DOMAINS: 'example.org' });
    const address = await addressOf(server);
    await expect.poll(server.output).toContain('example.org.');
    expect(server.output()).toContain(`${address}/auth`);
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
  });

  test('locks its data folder, and a kill releases the lock', async () => {
    const DATA_DIR = emptyFolder();
    const first = startServer({ DATA_DIR });
    await addressOf(first);
    const second = startServer({ DATA_DIR });
    expect(await second.exit).toEqual({ code: 1, signal: null });
    expect(second.output()).toContain('Another server is using the data folder');
    first.process.kill('SIGKILL');
    await first.exit;
    expect(await addressOf(startServer({ DATA_DIR }))).toContain('http://localhost:');
  });

  test('writes only files that other users of the machine cannot read', async () => {
    const folder = emptyFolder();
    const DATA_DIR = join(folder, 'data');
    await addressOf(startServer({ DATA_DIR }));
    const names = ['', ...readdirSync(DATA_DIR)];
    const readable = names.filter((name) => (statSync(join(DATA_DIR, name)).mode & 0o077) !== 0);
    expect([names.length > 3, readable]).toEqual([true, []]);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with exit code 0 on %s, even when it is sent twice',
    async (signal) => {
      const server = startServer({ DATA_DIR: emptyFolder() });
      const address = await addressOf(server);
      await fetch(`${address}/api/health`);
      server.process.kill(signal);
      server.process.kill(signal);
      expect(await server.exit).toEqual({ code: 0, signal: null });
    },
  );

  test('answers although its log cannot be written because the disk is full', async () => {
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: emptyFolder(), LOG_LEVEL: 'trace' };
    const child = spawn(process.execPath, [fileURLToPath(new URL('../dist/main.js', import.meta.url))], {
      env,
      stdio: ['ignore', full, full],
    });
    closeSync(full);
    onTestFinished(() => void child.kill('SIGKILL'));
    const health = () => fetch(`http://127.0.0.1:${port}/api/health`).then(({ status }) => status, String);
    await expect.poll(health, { timeout: 25_000 }).toBe(200);
    for (let request = 0; request < 2_000; request += 1) expect(await health()).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('finishes a request that has begun to arrive', async () => {
    const server = startServer({ DATA_DIR: emptyFolder() });
    const { port } = new URL(await addressOf(server));
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    const body = '{"email":"nobody@gmail.com","password":"wrong password"}';
    const head = `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
    socket.write(head);
    await expect.poll(() => answer).toContain('100 Continue');
    server.process.kill('SIGTERM');
    await refused(Number(port));
    const sent = Date.now();
    socket.write(body);
    expect(await server.exit).toEqual({ code: 0, signal: null });
    expect(Date.now() - sent).toBeLessThan(5_000);
    expect(answer).toContain('401 Unauthorized');
    expect(answer).toContain('INVALID_EMAIL_OR_PASSWORD');
  });

  test('answers 400 to data that is not HTTP', async () => {
    const server = startServer({ DATA_DIR: emptyFolder() });
    const { port } = new URL(await addressOf(server));
    const socket = connect(Number(port), '127.0.0.1').end('nonsense\r\n\r\n');
    const chunks = await socket.toArray();
    expect(Buffer.concat(chunks).toString()).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*{"success":false,.*"code":"BAD_REQUEST"}$/,
    );
  });
});

/** Resolves when the server accepts no new connection. */
async function refused(port: number): Promise<void> {
  await expect
    .poll(
      () =>
        new Promise((resolve) => {
          const probe = connect(port, '127.0.0.1');
          probe.on('connect', () => resolve('connected') ?? probe.destroy());
          probe.on('error', () => resolve('refused'));
        }),
    )
    .toBe('refused');
}
