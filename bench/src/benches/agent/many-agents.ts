import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { simulateAgents } from '../../agent/simulated-agents.ts';
import type { Bench, BenchOptions } from '../../bench.ts';
import { openTab } from '../../browser/guard-tab.ts';
import { clockAhead } from '../../browser/page-clock.ts';
import { pace } from '../../pace.ts';
import { randomNumbers } from '../../power/random-numbers.ts';
import { processorTime } from '../../processor-time.ts';
import { quantile } from '../../quantiles.ts';
import { startChildServer } from '../../servers/child-server.ts';

const WATCH_STATES = fileURLToPath(new URL('./watch-device-states.js', import.meta.url));
const AGENTS = 200;
const CHANGES = 60;
const REPORTS_PER_CHANGE = 2;
const LIMIT_MS = 10_000;
const stateTexts = { true: 'Camera sends no frames', false: 'Online' };

type Measured = { agents: number; times: number[]; serverCpu: number; pageCpu: number; failures: string[] };

/** Runs agents with heartbeats and reports on one server; one camera per second becomes blind or not while the Devices page is open. */
export const manyAgents: Bench = async (options) => {
  const few = await watchDevicesPage(options, 1);
  const many = await watchDevicesPage(options, AGENTS);
  const row = ({ agents, times, serverCpu, pageCpu, failures }: Measured) => [
    ...[agents, times.length, quantile(times, 0.5), quantile(times, 0.95), quantile(times, 1)],
    ...[serverCpu, pageCpu, failures.length],
  ];
  const none = { unit: '', target: 0, bound: 'at most' } as const;
  return {
    tables: [
      {
        title: `Heartbeats every 30 s, ${REPORTS_PER_CHANGE} reports and one changed state a second: heartbeat sent → state painted on the Devices page`,
        columns: ['agents', 'changes', 'p50 ms', 'p95 ms', 'slowest ms', 'server CPU ms/s', 'page CPU ms/s', 'refused'],
        rows: [row(few), row(many)],
      },
    ],
    checks: [
      {
        ...{ what: `${AGENTS} agents: changed state → painted, p95`, measured: quantile(many.times, 0.95), unit: 'ms' },
        ...{ target: 1_000, bound: 'at most' },
      },
      { ...none, what: `${AGENTS} agents: changes never painted`, measured: CHANGES - many.times.length },
      { ...none, what: `${AGENTS} agents: heartbeats and reports refused`, measured: many.failures.length },
    ],
  };
};

async function watchDevicesPage({ folder, seed, atEnd, progress }: BenchOptions, agents: number): Promise<Measured> {
  const dataDir = path.join(folder, `data-${agents}`);
  const server = await startChildServer({ dataDir });
  atEnd(server.stop);
  const simulated = await simulateAgents(server, { count: agents, dataDir });
  atEnd(simulated.stop);
  const page = await openTab(server, { atEnd, scripts: [WATCH_STATES] });
  await page.goto(`${server.url}/devices`);
  await page.waitForFunction((count) => document.querySelectorAll('tbody tr').length > count, {}, agents);
  await page.waitForFunction(() => document.querySelector('tbody')?.textContent?.includes('Online'));
  const ahead = await clockAhead(page);
  const random = randomNumbers(seed);
  const nextChange = pace(1);
  const [times, blind] = [[] as number[], new Set<string>()];
  const start = { at: performance.now(), server: processorTime(server.pid), page: await pageTime(page) };
  for (let change = 0; change < CHANGES; change += 1) {
    await nextChange();
    const randomId = () => simulated.ids[Math.floor(random() * simulated.ids.length)] ?? '';
    for (let report = 0; report < REPORTS_PER_CHANGE; report += 1) void simulated.report(randomId());
    const id = randomId();
    const isBlind = !blind.has(id);
    if (isBlind) blind.add(id);
    else blind.delete(id);
    const sent = await simulated.setBlind(id, isBlind);
    const painted = await paintedAt(page, { id, text: stateTexts[`${isBlind}`], after: sent + ahead });
    if (painted !== undefined) times.push(painted - ahead - sent);
    if (change % 20 === 19)
      progress(`${agents} agents, ${change + 1} changes: p95 ${quantile(times, 0.95).toFixed(0)} ms`);
  }
  const seconds = (performance.now() - start.at) / 1_000;
  const serverCpu = (processorTime(server.pid) - start.server) / 1_000 / seconds;
  const pageCpu = ((await pageTime(page)) - start.page) / seconds;
  simulated.stop();
  await page.close();
  return { agents, times, serverCpu, pageCpu, failures: simulated.failures() };
}

/** The time at which the page painted this state of a device, in milliseconds since the epoch by the page's clock. */
async function paintedAt(
  page: Page,
  { id, text, after }: { id: string; text: string; after: number },
): Promise<number | undefined> {
  const found = await page
    .waitForFunction(
      (device, wanted, earliest) => {
        const state = (Reflect.get(window, 'stateAt') as Record<string, { text: string; at: number }>)[device];
        return state?.text.includes(wanted) && state.at > earliest ? state.at : false;
      },
      { timeout: LIMIT_MS, polling: 50 },
      ...([id, text, after] as const),
    )
    .catch(() => undefined);
  return found && ((await found.jsonValue()) as number);
}

/** The processor time of the page's main thread in milliseconds. */
async function pageTime(page: Page): Promise<number> {
  const { TaskDuration = 0 } = await page.metrics();
  return TaskDuration * 1_000;
}
