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

/** Opens a real datagram socket, as systemd does for a unit of Type=notify. */
async function listen(address: string) {
  const listener = spawn('perl', [path.join(import.meta.dirname, 'programs', 'notify-listener.pl'), address]);
  cleanUps.push(() => listener.kill('SIGKILL'));
  let received = '';
  listener.stdout.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const lines = () => received.split('\n').filter((line) => line !== '');
  const untilReceived = (line: unknown, times = 1) =>
    vi.waitFor(
      () =>
        expect(
          lines().filter((it) => (line instanceof RegExp ? line.test(it) : it === line)).length,
        ).toBeGreaterThanOrEqual(times),
      { timeout: 60_000, interval: 20 },
    );
  await untilReceived('LISTENING');
  return { lines, untilReceived };
}

const runArguments = (server: string, detector: string) => [
  ...['run', '--source', `exec:${program('still-camera.mjs')}`, '--detector', detector, '--class-names', 'pistol'],
  ...['--server', server, '--key-file', folder.at('device.key'), '--outbox', folder.at('outbox')],
];

test('the agent notifies systemd of its start, its progress and its stop, and hides the socket from child processes', async () => {
  const [server, systemd] = [await startServerDouble(), await listen(folder.at('notify'))];
  const detector = `exec:sh -c 'env > ${folder.at('environment')} && exec ${program('box-detector.mjs')}'`;
  const env = { NOTIFY_SOCKET: folder.at('notify'), WATCHDOG_USEC: '600000' };
  const agent = startAgent([...runArguments(server.url, detector), '--alive-file', folder.at('alive')], { env });
  cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
  await systemd.untilReceived('READY=1');
  await systemd.untilReceived('WATCHDOG=1', 5);
  await systemd.untilReceived(/^STATUS=last frame: 0 s ago; reports that wait: 0$/);
  const long = Date.now() - 3_600_000;
  utimesSync(folder.at('alive'), long / 1_000, long / 1_000);
  await vi.waitFor(() => expect(statSync(folder.at('alive')).mtimeMs).toBeGreaterThan(long + 1_000), {
    timeout: 60_000,
  });
  expect(await agent.stop()).toBe(0);
  await systemd.untilReceived('STOPPING=1');
  expect(systemd.lines().filter((it) => it === 'READY=1')).toHaveLength(1);
  const given = readFileSync(folder.at('environment'), 'utf8');
  expect([given.includes('PATH='), given.includes('NOTIFY_SOCKET')]).toEqual([true, false]);
});

/** Starts liveness notifications on a fake clock. */
function start(isSending: () => boolean = () => true) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
  const notifications: string[][] = [];
  const liveness = startLiveness({
    manager: { watchdogMs: 60_000, notify: (...assignments) => void notifications.push(assignments) },
    ...{ aliveFile: folder.at('alive'), isSending, describe: () => 'well' },
  });
  cleanUps.push(liveness.stop);
  return { notifications, liveness, pings: () => notifications.filter((it) => it.includes('WATCHDOG=1')).length };
}

test('the notifications stop when one frame takes a minute, and continue after it', async () => {
  const { liveness, pings, notifications } = start();
  expect(notifications).toEqual([['READY=1', 'WATCHDOG=1', 'STATUS=well']]);
  vi.advanceTimersByTime(20_000);
  expect(pings()).toBe(3);
  let finish = () => {};
  const processing = liveness.watchFrame(
    new Promise<void>((resolve) => {
      finish = resolve;
    }),
  );
  vi.advanceTimersByTime(60_000);
  expect(pings()).toBe(9);
  vi.advanceTimersByTime(600_000);
  expect(pings()).toBe(9);
  finish();
  await processing;
  vi.advanceTimersByTime(10_000);
  expect(pings()).toBe(10);
});

test('the notifications stop while the sender is stuck', () => {
  const sender = { works: true };
  const { pings } = start(() => sender.works);
  sender.works = false;
  vi.advanceTimersByTime(100_000);
  expect(pings()).toBe(1);
  sender.works = true;
  vi.advanceTimersByTime(10_000);
  expect(pings()).toBe(2);
});

test('a sender is not stuck during the wait that the server asked for, and is stuck when an attempt does not end', async () => {
  const outbox = openOutbox(folder.at('outbox'), { maxFrameBytes: 1 });
  const report = '{}';
  const events = ['a', 'b'].map((eventId) => ({ eventId, threatLevel: 9, report, frame: null }));
  outbox.add({ events, reportedTracks: [] });
  vi.useFakeTimers({ toFake: ['performance'] });
  const anHour = 3_600_000;
  let attempts = 0;
  const waits: { ms: number; end: () => void }[] = [];
  const sender = startSender(
    outbox,
    {
      send: (_, signal) =>
        ++attempts === 1
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
  await vi.waitUntil(() => attempts === 2);
  vi.advanceTimersByTime(61_000);
  expect(sender.state().isStuck).toBe(true);
});
