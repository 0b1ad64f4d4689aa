import path from 'node:path';
import lighthouse, { type Flags } from 'lighthouse';
import desktopConfig from 'lighthouse/core/config/desktop-config.js';
import { chromium } from 'playwright';
import { chromiumFlags, findChromium } from '../../../scripts/chromium.mjs';
import type { Bench, Check } from '../bench.ts';
import { freePort, startChildServer } from '../child-server.ts';
import { median } from '../quantiles.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LEAST_PERFORMANCE = { desktop: 95, mobile: 90 } as const;
const devices = ['desktop', 'mobile'] as const;

type Device = (typeof devices)[number];
type Scores = Record<(typeof CATEGORIES)[number], number> & { cls: number; lcp: number; blocked: number };

/** What Lighthouse says about the home page, as a visitor on a desktop and on a slow phone finds it. */
export const lighthouseScores: Bench = async (options) => {
  const server = await startChildServer({ dataDir: path.join(options.folder, 'site') });
  options.atEnd(server.stop);
  const port = await freePort();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    ...(executablePath && { executablePath }),
  });
  options.atEnd(() => browser.close());

  const rows = [];
  const checks: Check[] = [];
  for (const device of devices) {
    const rounds: Scores[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const scores = await audit(`${server.url}/`, { device, port });
      options.progress(`${device}: ${CATEGORIES.map((name) => `${name} ${scores[name]}`).join(', ')}`);
      rounds.push(scores);
    }
    const middle = (name: keyof Scores) => median(rounds.map((scores) => scores[name]));
    rows.push([device, ...CATEGORIES.map(middle), middle('lcp'), middle('blocked'), middle('cls').toFixed(3)]);
    checks.push(...checksOf(device, middle));
  }
  const columns = ['device', ...CATEGORIES, 'largest paint ms', 'blocked ms', 'layout shift'];
  return { tables: [{ title: 'Lighthouse on /', columns, rows }], checks };
};

async function audit(url: string, { device, port }: { device: Device; port: number }): Promise<Scores> {
  const flags: Flags = { port, onlyCategories: [...CATEGORIES], logLevel: 'error' };
  const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
  if (!result) throw new Error('Lighthouse gave no result');
  const { categories, audits } = result.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    cls: figure('cumulative-layout-shift'),
    lcp: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
  };
}

function checksOf(device: Device, middle: (name: keyof Scores) => number): Check[] {
  const scores = CATEGORIES.map((name): Check => {
    const target = name === 'performance' ? LEAST_PERFORMANCE[device] : 100;
    return { what: `Lighthouse ${name}, ${device}`, measured: middle(name), unit: '', target, bound: 'at least' };
  });
  const what = `Layout shift, ${device}`;
  return [...scores, { what, measured: middle('cls'), unit: '', target: 0.05, bound: 'at most' }];
}
