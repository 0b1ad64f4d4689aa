import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inRepository } from './repository/repository.mjs';

// Tests npm start as a command, with its output and signals.

type Started = {
  /** rejected when it ends before it has one */
  address: Promise<string>;
  ended: Promise<number | null>;
  printed: () => string;
  /** sends a signal to its whole process group, as a terminal does */
  group: (signal: NodeJS.Signals) => void;
};

let dataFolder = '';
const started: Started[] = [];

beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'vedette-start-'));
});

afterEach(async () => {
  for (const { group, ended } of started.splice(0)) {
    group('SIGKILL');
    await ended;
  }
  rmSync(dataFolder, { recursive: true, force: true });
});

it('prints its address, answers there, and exits with code 0 when its process group gets SIGTERM twice', async () => {
  const server = npmStart();
  const url = await server.address;
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  server.group('SIGTERM');
  server.group('SIGTERM');
  expect(await server.ended).toBe(0);
}, 60_000);

it('prints all mistakes in the settings at once', async () => {
  const server = npmStart({ PORT: 'eighty', REGISTRATION: 'maybe', ACTIVE_THREAT_LEVEL: '11' });
  expect(await server.ended).toBe(1);
  for (const name of ['PORT', 'REGISTRATION', 'ACTIVE_THREAT_LEVEL']) expect(server.printed()).toContain(name);
}, 60_000);

it('refuses a data folder that another server uses', async () => {
  const first = npmStart();
  await first.address;
  const second = npmStart();
  expect(await second.ended).toBe(1);
  expect(second.printed()).toContain(dataFolder);
}, 60_000);

function npmStart(settings: Record<string, string> = {}): Started {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: inRepository(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: '', PORT: '0', DATA_DIR: dataFolder, ...settings },
  });
  let printed = '';
  const address = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const found = /http:\/\/localhost:\d+/.exec(printed);
        if (found) resolve(found[0]);
      });
    }
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const running: Started = {
    address: Promise.race([
      address,
      ended.then((code) =>
        Promise.reject<string>(new Error(`ended with ${code} before it had an address:\n${printed}`)),
      ),
    ]),
    ended,
    printed: () => printed,
    group: (signal: NodeJS.Signals) => {
      if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
    },
  };
  // A rejected address must not be unhandled when a test expects the failure.
  running.address.catch(() => {});
  started.push(running);
  return running;
}
