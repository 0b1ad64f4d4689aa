import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import type { BenchOptions } from '../../bench.ts';
import { giveWay } from '../../browser/give-way.ts';
import { frameFiles } from '../../load/frame-files.ts';
import { startLoader } from '../../load/loader.ts';
import { SAMPLE_REPORT } from '../../reports/sample-report.ts';
import type { ChildServer } from '../../servers/child-server.ts';
import type { Press } from './burst-pages.ts';

export const BURST = { perSecond: 500, seconds: 5, frameBytes: 20_000 } as const;
export const WATCH_BURST = fileURLToPath(new URL('./watch-burst.js', import.meta.url));

/** More connections than this rate needs, so that a slow response does not delay the next report. */
const CONNECTIONS = 64;
const PRESS_EVERY_MS = 250;
/** The longest wait for a response. */
const ANSWER_PATIENCE_MS = 5_000;

/** Measurements of the page, in milliseconds. */
type Watched = { frames: number[]; tasks: number[]; answers: number[] };
export type Burst = Watched & {
  reports: number;
  /** The share of the time in which the page's main thread was busy, 0–1. */
  busy: number;
};

/** @returns a function that sends a burst of active threats while a page shows them and is used, and returns the measurements */
export async function openBursts(server: ChildServer, { folder, atEnd }: BenchOptions) {
  const loader = startLoader();
  atEnd(loader.stop);
  // In production the browser does not share its machine with the server and all cameras.
  for (const { pid } of [server, loader]) giveWay(pid);
  const headers = { authorization: `Bearer ${server.device.key}` };
  const files = await frameFiles(folder, BURST.frameBytes);
  const recipe = { kind: 'jpeg', headers, report: SAMPLE_REPORT, files } as const;
  const { perSecond, seconds } = BURST;

  return async (page: Page, presses: Press[]): Promise<Burst> => {
    await page.evaluate(() => {
      Reflect.set(window, 'watched', { frames: [], tasks: [], answers: [] });
    });
    const [startedAt, before] = [performance.now(), await taskSeconds(page)];
    let over = false;
    const sending = loader
      .run({ port: server.port, recipe, connections: CONNECTIONS, seconds, perSecond })
      .finally(() => {
        over = true;
      });
    for (let turn = 0; !over; turn += 1) {
      const next = presses[turn % presses.length];
      if (next) await press(page, next);
      await sleep(PRESS_EVERY_MS);
    }
    const { count } = await sending;
    const busy = ((await taskSeconds(page)) - before) / ((performance.now() - startedAt) / 1_000);
    const watched = await page.evaluate((): Watched => Reflect.get(window, 'watched'));
    return { ...watched, reports: count, busy };
  };
}

async function press(page: Page, { press, answer }: Press): Promise<void> {
  const awaited = await page.evaluate((wanted) => {
    const { watched, awaitAnswer } = window as unknown as {
      watched: Watched;
      awaitAnswer: (answer: typeof wanted) => void;
    };
    awaitAnswer(wanted);
    return watched.answers.length;
  }, answer);
  await press(page);
  await page
    .waitForFunction(
      (count) => Reflect.get(window, 'watched').answers.length > count,
      { polling: 50, timeout: ANSWER_PATIENCE_MS },
      awaited,
    )
    .catch(() => page.evaluate((ms) => void Reflect.get(window, 'watched').answers.push(ms), ANSWER_PATIENCE_MS));
}

async function taskSeconds(page: Page): Promise<number> {
  const { TaskDuration = Number.NaN } = await page.metrics();
  return TaskDuration;
}
