import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startHeartbeats } from '../../src/health/heartbeat.ts';
import { toHeartbeat } from '../../src/health/heartbeat-body.ts';

const model = { name: 'blobs.onnx', sha256: 'a'.repeat(64) };

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** A camera whose last frame came at `frameAt`, and a server that answers `status`. */
function start() {
  const given = { frameAt: null as number | null, status: 200 };
  const sent: { at: number; age: number | null }[] = [];
  const startedAt = performance.now();
  const lastFrameAge = () => (given.frameAt === null ? null : performance.now() - startedAt - given.frameAt);
  const outbox = { waiting: 0, oldestAt: null, dead: 0 };
  const heartbeats = startHeartbeats({
    describe: () => toHeartbeat({ lastFrameAge: lastFrameAge(), fps: 0, outbox, model, version: '1', metrics: {} }),
    lastFrameAge,
    send: async ({ last_frame_age }) => {
      sent.push({ at: performance.now() - startedAt, age: last_frame_age });
      return { status: given.status, text: '' };
    },
  });
  const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
  return { given, sent, advance, heartbeats, seconds: () => sent.map(({ at }) => Math.floor(at / 1_000)) };
}

test('heartbeats are sent at the start, every 30 s, and when the camera becomes blind or delivers frames again', async () => {
  const { given, advance, sent, seconds, heartbeats } = start();
  await advance(5);
  given.frameAt = 5_000;
  await advance(3);
  expect(seconds()).toEqual([0, 5]);
  for (let second = 8; second <= 66; second++) {
    given.frameAt = second * 1_000;
    await advance(1);
  }
  expect(seconds()).toEqual([0, 5, 35, 65]);
  await advance(20);
  // The last frame came in second 66, so the camera is blind 15 s later.
  expect(seconds()).toEqual([0, 5, 35, 65, 81]);
  given.frameAt = 87_000;
  await advance(2);
  expect(seconds()).toEqual([0, 5, 35, 65, 81, 87]);
  expect(sent.map(({ age }) => age === null || age > 15_000)).toEqual([true, false, false, false, true, false]);
  await heartbeats.stop();
});

test('two changes within a second are sent as one heartbeat, because the server accepts one per second', async () => {
  const { given, advance, seconds, heartbeats } = start();
  given.frameAt = 0;
  await advance(0.5);
  expect(seconds()).toEqual([0]);
  await advance(2);
  expect(seconds()).toEqual([0, 1]);
  await heartbeats.stop();
});

test('a refused heartbeat is not queued; the next one contains the current state', async () => {
  const { given, advance, sent, heartbeats } = start();
  given.status = 503;
  await advance(60);
  const failed = sent.length;
  expect(failed).toBeLessThanOrEqual(13);
  given.status = 200;
  given.frameAt = 60_000;
  await advance(6);
  expect(sent).toHaveLength(failed + 1);
  expect(sent.at(-1)?.age).toBeLessThan(15_000);
  await heartbeats.stop();
});

test('no age is negative after the clock is set back', () => {
  const outbox = { waiting: 1, oldestAt: Date.now() + 3_600_000, dead: 0 };
  const { outbox: sent } = toHeartbeat({ lastFrameAge: 12.7, fps: 9.96, outbox, model, version: '1', metrics: {} });
  expect(sent).toEqual({ waiting: 1, oldest_age: 0, dead: 0 });
});
