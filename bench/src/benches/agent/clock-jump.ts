import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runArguments, startAgent, stillPistol } from '../../agent/agent-process.ts';
import { startLossyProxy } from '../../agent/lossy-proxy.ts';
import { everyDetection, storedEvents } from '../../agent/stored-events.ts';
import type { Bench } from '../../bench.ts';
import { openTab } from '../../browser/guard-tab.ts';
import { type ChildServer, startChildServer } from '../../servers/child-server.ts';

const MOVED_CLOCK = fileURLToPath(new URL('../../agent/moved-clock.js', import.meta.url));
const HOUR_MS = 3_600_000;
const PER_CLOCK = 5;
const LIMIT_MS = 60_000;

/** Moves the agent's clock by hours while its reports wait during an outage of the server. */
export const clockJump: Bench = async ({ folder, atEnd, progress }) => {
  const dataDir = path.join(folder, 'data');
  const server = await startChildServer({ dataDir });
  atEnd(server.stop);
  const proxy = await startLossyProxy(server.url, { dropped: 0, random: () => 1 });
  atEnd(proxy.stop);
  const clock = path.join(folder, 'clock');
  writeFileSync(clock, '0');
  const run = runArguments({ folder, server: proxy.url, key: server.device.key, ...stillPistol });
  const agent = startAgent([...run, '--class-names', 'pistol', '--still-seen', '0.3'], {
    preload: [MOVED_CLOCK],
    environment: { MOVED_CLOCK: clock },
  });
  atEnd(agent.kill);
  await agent.untilOutput('reported Pistol');
  proxy.setOutage(true);
  for (const ahead of [0, HOUR_MS, -HOUR_MS, HOUR_MS]) {
    writeFileSync(clock, String(ahead));
    const before = agent.reportedIds().length;
    while (agent.reportedIds().length < before + PER_CLOCK) await sleep(50);
  }
  // The first report was delivered before the outage.
  const delivered = await storedEvents(dataDir);
  const waiting = agent.reportedIds().filter((id) => !delivered.has(id));
  proxy.setOutage(false);
  const returnedAt = performance.now();
  const screen = await untilDevicesPageShows(server, { atEnd, text: 'Clock is 1 h ahead' });
  progress(`the Devices page shows: ${screen.text}`);
  let events = delivered;
  while (waiting.some((id) => !events.has(id)) && performance.now() < returnedAt + LIMIT_MS) {
    await sleep(200);
    events = await storedEvents(dataDir);
  }
  await agent.stop();
  const lost = waiting.filter((id) => !events.has(id)).length;
  // Waiting threats must be sent newest first, independently of the clock at their creation.
  const order = waiting.filter((id) => events.has(id)).map((id) => events.get(id) ?? 0);
  const outOfOrder = order.slice(1).filter((id, at) => id > (order[at] ?? 0)).length;
  const byClock = (await everyDetection(server)).map(({ id, timestamp }) => ({ id, at: Date.parse(timestamp) }));
  const outOfOrderByClock = countOutOfOrderByClock(waiting, events, new Map(byClock.map(({ id, at }) => [id, at])));
  const none = { unit: '', target: 0, bound: 'at most' } as const;
  return {
    tables: [
      {
        title: 'A clock that jumps ahead by an hour, back by two and ahead by two while reports wait',
        columns: ['', 'reports', 'lost', 'out of order', 'the Devices page shows'],
        rows: [
          ['agent, in the order of its outbox', waiting.length, lost, outOfOrder, screen.text],
          ['reference: in the order of the device clock', waiting.length, '', outOfOrderByClock, ''],
        ],
      },
    ],
    checks: [
      { ...none, what: 'Clock jump: reports lost', measured: lost },
      { ...none, what: 'Clock jump: reports out of order', measured: outOfOrder },
      {
        ...none,
        what: "Clock jump: the Devices page does not show 'Clock is 1 h ahead'",
        measured: screen.isShown ? 0 : 1,
      },
    ],
  };
};

/** The number of reports that would be sent before their predecessor if the device's clock decided the order. */
function countOutOfOrderByClock(
  ids: readonly string[],
  events: ReadonlyMap<string, number>,
  times: ReadonlyMap<number, number>,
) {
  const at = ids.map((id) => times.get(events.get(id) ?? 0) ?? 0);
  return at.slice(1).filter((time, index) => time < (at[index] ?? 0)).length;
}

async function untilDevicesPageShows(
  server: ChildServer,
  { atEnd, text }: { atEnd: (stop: () => unknown) => void; text: string },
): Promise<{ isShown: boolean; text: string }> {
  const page = await openTab(server, { atEnd, scripts: [] });
  await page.goto(`${server.url}/devices`);
  await page.waitForSelector('tbody tr');
  const isShown = await page
    .waitForFunction(
      (wanted) => document.querySelector('tbody')?.textContent?.includes(wanted),
      { timeout: LIMIT_MS },
      text,
    )
    .then(
      () => true,
      () => false,
    );
  return {
    isShown,
    text: isShown ? text : await page.evaluate(() => document.querySelector('tbody')?.textContent ?? ''),
  };
}
