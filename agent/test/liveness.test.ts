import { spawn } from 'node:child_process';
import { readFileSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLiveness } from '../src/health/liveness.ts';
import { openOutbox } from '../src/outbox/outbox.ts';
import { startSender } from '../src/outbox/sender.ts';
import { type Folder, makeFolder, program, startAgent } from './agent-process.ts';
import { startServerDouble } from './doubles/server-double.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: Folder;
const cleanUps: (() => unknown)[] = [];
beforeEach(() => {
  folder = makeFolder();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  folder.remove();
});

/** A real datagram socket, as systemd gives one to a unit of Type=notify. */
async function listen(address: string) {
  const listener = spawn('perl', [path.join(import.meta.dirname, 'programs', 'notify-listener.pl'), address]);
  cleanUps.push(() => listener.kill('SIGKILL'));
  let told = '';
  listener.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const lines = () => told.split('\n').filter((line) => line !== '');
  const hears = (line: unknown, times = 1) =>
    vi.waitFor(
      () =>
        expect(
          lines().filter((it) => (line instanceof RegExp ? line.test(it) : it === line)).length,
        ).toBeGreaterThanOrEqual(times),
      { timeout: 60_000, interval: 20 },
    );
  await hears('LISTENING');
  return { lines, hears };
}

const watching = (server: string, detector: string) => [
  ...['run', '--source', `exec:${program('still-camera.mjs')}`, '--detector', detector, '--class-names', 'pistol'],
  ...['--server', server, '--key-file', folder.at('device.key'), '--outbox', folder.at('outbox')],
];

test('systemd is told when the agent is ready, that it goes on, and that it stops; programs it starts do not see the socket', async () => {
  const [server, systemd] = [await startServerDouble(), await listen(folder.at('notify'))];
  const detector = `exec:sh -c 'env > ${folder.at('environment')} && exec ${program('box-detector.mjs')}'`;
  const env = { NOTIFY_SOCKET: folder.at('notify'), WATCHDOG_USEC: '600000' };
  const agent = startAgent([...watching(server.url, detector), '--alive-file', folder.at('alive')], { env });
  cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
  await systemd.hears('READY=1');
  await systemd.hears('WATCHDOG=1', 5);
  await systemd.hears(/^STATUS=last frame: 0 s ago; reports that wait: 0$/);
  const long = Date.now() - 3_600_000;
  utimesSync(folder.at('alive'), long / 1_000, long / 1_000);
  await vi.waitFor(() => expect(statSync(folder.at('alive')).mtimeMs).toBeGreaterThan(long + 1_000), {
    timeout: 60_000,
  });
  expect(await agent.stop()).toBe(0);
  await systemd.hears('STOPPING=1');
  expect(systemd.lines().filter((it) => it === 'READY=1')).toHaveLength(1);
  const given = readFileSync(folder.at('environment'), 'utf8');
  expect([given.includes('PATH='), given.includes('NOTIFY_SOCKET')]).toEqual([true, false]);
});

/** Signs of life with a clock of its own. */
function start(isSending: () => boolean = () => true) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
  const told: string[][] = [];
  const liveness = startLiveness({
    manager: { watchdogMs: 60_000, notify: (...assignments) => void told.push(assignments) },
    ...{ aliveFile: folder.at('alive'), isSending, describe: () => 'well' },
  });
  cleanUps.push(liveness.stop);
  return { told, liveness, signs: () => told.filter((it) => it.includes('WATCHDOG=1')).length };
}

test('a frame that is looked at for a minute ends the signs of life, and they begin again after it', async () => {
  const { liveness, signs, told } = start();
  expect(told).toEqual([['READY=1', 'WATCHDOG=1', 'STATUS=well']]);
  vi.advanceTimersByTime(20_000);
  expect(signs()).toBe(3);
  let finish = () => {};
  const looking = liveness.watchFrame(
    new Promise<void>((resolve) => {
      finish = resolve;
    }),
  );
  vi.advanceTimersByTime(60_000);
  expect(signs()).toBe(9);
  vi.advanceTimersByTime(600_000);
  expect(signs()).toBe(9);
  finish();
  await looking;
  vi.advanceTimersByTime(10_000);
  expect(signs()).toBe(10);
});

test('a sender that is stuck ends them, too', () => {
  const sending = { is: true };
  const { signs } = start(() => sending.is);
  sending.is = false;
  vi.advanceTimersByTime(100_000);
  expect(signs()).toBe(1);
  sending.is = true;
  vi.advanceTimersByTime(10_000);
  expect(signs()).toBe(2);
});

test('a sender waits as long as the server asks, and is stuck when a try has no end', async () => {
  const outbox = openOutbox(folder.at('outbox'), { maxFrameBytes: 1 });
  const report = '{}';
  const events = ['a', 'b'].map((eventId) => ({ eventId, threatLevel: 9, report, frame: null }));
  outbox.add({ events, reportedTracks: [] });
  vi.useFakeTimers({ toFake: ['performance'] });
  const anHour = 3_600_000;
  let tries = 0;
  const waits: { ms: number; end: () => void }[] = [];
  const sender = startSender(
    outbox,
    {
      send: (_, signal) =>
        ++tries === 1
          ? Promise.resolve({ kind: 'later', reason: '', retryAfterMs: anHour, failedAtServer: false })
          : new Promise((resolve) => {
              signal.addEventListener('abort', () => resolve({ kind: 'later', reason: '', failedAtServer: false }));
            }),
    },
    { sleep: ((ms: number) => new Promise<void>((end) => waits.push({ ms, end }))) as never },
  );
  cleanUps.push(outbox.close, sender.stop);
  await vi.waitUntil(() => waits.length === 1);
  vi.advanceTimersByTime(anHour);
  expect(sender.state().isStuck).toBe(false);
  waits[0]?.end();
  await vi.waitUntil(() => tries === 2);
  vi.advanceTimersByTime(61_000);
  expect(sender.state().isStuck).toBe(true);
});
