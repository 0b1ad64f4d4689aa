import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_OTHER_SERVERS, type OtherServers } from '../db/other-servers.ts';
import { deviceRates } from './device-rates.ts';

const PER_SECOND = 10;
const STEP_MS = 10;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Servers that receive each other's notifications at once, and a device that reports to them in steps. */
function severalServers(count: number) {
  const receivers: ((payload: string) => void)[] = [];
  let notifications = 0;
  const servers = Array.from({ length: count }, (_, own) => {
    const others: OtherServers = {
      ...NO_OTHER_SERVERS,
      exist: true,
      on: (_channel, { onNotification }) => void receivers.push(onNotification),
      notify: async (_channel, payload) => {
        notifications += 1;
        for (const [index, receive] of receivers.entries()) if (index !== own) receive(payload);
      },
    };
    return deviceRates({ others, elapsed: () => performance.now(), reportsPerSecond: PER_SECOND });
  });

  async function run(seconds: number, tries: (step: number) => number[]) {
    let passed = 0;
    let refused = 0;
    for (let step = 0; step < (seconds * 1_000) / STEP_MS; step += 1) {
      for (const server of tries(step)) {
        if (servers[server]?.take('device') === 0) passed += 1;
        else refused += 1;
      }
      await vi.advanceTimersByTimeAsync(STEP_MS);
    }
    return { passed, refused, notifications };
  }
  return { run };
}

test.each([1, 2, 4])(
  'a device that exceeds its rate at %i servers is limited to it over all of them',
  async (count) => {
    const { run } = severalServers(count);
    const everywhere = Array.from({ length: count }, (_, server) => server);
    const { passed } = await run(60, () => everywhere);
    expect(passed).toBeGreaterThan(60 * PER_SECOND * 0.95);
    // The first burst of each server before its notifications arrive, and the share that is not notified.
    expect(passed).toBeLessThanOrEqual(60 * PER_SECOND * (1 + count / 64) + count * PER_SECOND);
  },
);

test('a device within its rate is never refused at any server', async () => {
  const everyTenth = (server: (step: number) => number) => (step: number) => (step % 10 === 0 ? [server(step)] : []);
  expect(
    (
      await severalServers(3).run(
        30,
        everyTenth(() => 1),
      )
    ).refused,
  ).toBe(0);
  expect(
    (
      await severalServers(3).run(
        30,
        everyTenth((step) => (step / 10) % 3),
      )
    ).refused,
  ).toBe(0);
});

test('a device that reports seldom causes no notification', async () => {
  const seldom = (step: number) => (step % 700 === 0 ? [step % 2] : []);
  expect(await severalServers(2).run(60, seldom)).toMatchObject({ refused: 0, notifications: 0 });
});

test('notifications of many devices are split to the size that PostgreSQL accepts', async () => {
  const messages: string[] = [];
  const others: OtherServers = {
    ...NO_OTHER_SERVERS,
    exist: true,
    notify: async (_channel, payload) => void messages.push(payload),
  };
  const rates = deviceRates({ others, elapsed: () => performance.now(), reportsPerSecond: PER_SECOND });
  const ids = Array.from({ length: 1_000 }, (_, device) => device.toString(16).padStart(16, '0'));
  for (const id of ids) for (let report = 0; report < 3; report += 1) rates.take(id);
  await vi.advanceTimersByTimeAsync(200);
  expect(Math.max(...messages.map(({ length }) => length))).toBeLessThan(8_000);
  expect(messages.join(' ').match(/\w{16}/g)).toEqual(ids);
});
