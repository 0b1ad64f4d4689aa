import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import type { Bench, BenchOptions } from '../bench.ts';
import { openDashboard, openTab } from '../browser/guard-tab.ts';
import { reportSteadily } from '../reports/report-steadily.ts';
import { startChildServer } from '../servers/child-server.ts';

const CLICKS = 200;
const REFERENCE_CLICKS = 50;
const PER_SECOND = 5;
/** From the moment the pointer is on the button to the press. */
const REST_MS = 700;
const WITHOUT_HOLD = fileURLToPath(new URL('./without-hold.js', import.meta.url));

/** Aims at Expand Threat while threats arrive, and counts how many clicks open another card's threat, or none. */
export const aim: Bench = async (options) => {
  const without = await aimAt(options, { clicks: REFERENCE_CLICKS, scripts: [WITHOUT_HOLD] });
  const held = await aimAt(options, { clicks: CLICKS, scripts: [] });
  const rows = [
    ['the order is not held', REFERENCE_CLICKS, without],
    ['vedette', CLICKS, held],
  ];
  return {
    tables: [
      {
        title: `Clicks after ${REST_MS} ms of aiming, at ${PER_SECOND} threats a second`,
        columns: ['page', 'clicks', 'on another card'],
        rows,
      },
    ],
    checks: [
      {
        what: `Of ${CLICKS} aimed clicks, on another card`,
        measured: held,
        unit: 'clicks',
        target: 0,
        bound: 'at most',
      },
    ],
  };
};

async function aimAt(options: BenchOptions, { clicks, scripts }: { clicks: number; scripts: string[] }) {
  const { folder, atEnd, progress } = options;
  const server = await startChildServer({ dataDir: path.join(folder, `data-${clicks}`) });
  atEnd(() => server.stop());
  await reportSteadily(server, { perSecond: 20, count: 20 });
  const page = await openTab(server, { atEnd, scripts });
  await openDashboard(page, server);
  await page.waitForSelector('article');

  let aiming = true;
  const reports = (async () => {
    while (aiming) await reportSteadily(server, { perSecond: PER_SECOND, count: PER_SECOND });
  })();
  let missed = 0;
  for (let click = 0; click < clicks; click += 1) {
    if (!(await clickOn(page, click % 4))) missed += 1;
    if (click % 25 === 24) progress(`${click + 1} clicks, ${missed} on another card`);
  }
  aiming = false;
  await reports;
  return missed;
}

/** @returns whether the click opened the threat that the pointer was on when it came to rest */
async function clickOn(page: Page, place: number): Promise<boolean> {
  const { x, y } = await page.evaluate((index) => {
    const button = document.querySelectorAll('[data-opens-threat]')[index];
    if (!button) throw new Error('There is no such card');
    const { left, top, width, height } = button.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, place);
  await page.mouse.move(x, y);
  const aimedAt = await page.evaluate(
    (x, y) => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-detection]')?.dataset.detection,
    x,
    y,
  );
  await sleep(REST_MS);
  await page.mouse.click(x, y);
  await page.waitForSelector('[role="dialog"]:not([popover])');
  const opened = await page.evaluate(() => new URLSearchParams(window.location.search).get('threat'));
  await page.keyboard.press('Escape');
  await page.waitForSelector('body:not(:has([role="dialog"]:not([popover])))');
  await page.mouse.move(5, 5);
  return opened !== null && opened === aimedAt;
}
