import path from 'node:path';
import lighthouse, { type Flags } from 'lighthouse';
import desktopConfig from 'lighthouse/core/config/desktop-config.js';
import type { Bench, Check, Table } from '../bench.ts';
import { launchChromium } from '../browser/chromium.ts';
import { median } from '../quantiles.ts';
import { reportSteadily } from '../reports/report-steadily.ts';
import { startSeededServer } from '../servers/seeded-server.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LEAST_PERFORMANCE = { desktop: 95, mobile: 90 } as const;
const devices = ['desktop', 'mobile'] as const;
const STORED_BEFORE = 10_000;
/** More cards with a picture than any of the devices shows initially. */
const WITH_PICTURES = 10;

type Device = (typeof devices)[number];
type Category = (typeof CATEGORIES)[number];
type Scores = Record<Category, number> & { cls: number; lcp: number; blocked: number };
type Page = { path: string; title: string; signedIn: boolean; targets: readonly Category[] };

const pages: Page[] = [
  { path: '/', title: 'Lighthouse on /', signedIn: false, targets: CATEGORIES },
  {
    path: '/dashboard',
    title: 'Lighthouse on /dashboard, signed in, 10,000 detections stored, 100 KB pictures',
    signedIn: true,
    // Search engines must not index the product.
    targets: ['performance', 'accessibility', 'best-practices'],
  },
];

/** Measures the home page and the dashboard with Lighthouse, on a desktop and on a slow phone. */
export const lighthouseScores: Bench = async (options) => {
  const server = await startSeededServer({ dataDir: path.join(options.folder, 'site'), count: STORED_BEFORE });
  options.atEnd(server.stop);
  await reportSteadily(server, { perSecond: WITH_PICTURES, count: WITH_PICTURES });
  const browser = await launchChromium();
  options.atEnd(() => browser.close());
  const port = Number(new URL(browser.wsEndpoint()).port);

  const tables: Table[] = [];
  const checks: Check[] = [];
  for (const page of pages) {
    const rows = [];
    for (const device of devices) {
      const rounds: Scores[] = [];
      for (let round = 0; round < options.rounds; round += 1) {
        const cookie = page.signedIn ? { extraHeaders: { cookie: server.guard.cookie } } : {};
        const scores = await audit(`${server.url}${page.path}`, { device, flags: { port, ...cookie } });
        options.progress(`${page.path}, ${device}: ${CATEGORIES.map((name) => `${name} ${scores[name]}`).join(', ')}`);
        rounds.push(scores);
      }
      const middle = (name: keyof Scores) => median(rounds.map((scores) => scores[name]));
      rows.push([device, ...CATEGORIES.map(middle), middle('lcp'), middle('blocked'), middle('cls').toFixed(3)]);
      checks.push(...checksOf(page, { device, middle }));
    }
    const columns = ['device', ...CATEGORIES, 'largest paint ms', 'blocked ms', 'layout shift'];
    tables.push({ title: page.title, columns, rows });
  }
  return { tables, checks };
};

async function audit(url: string, { device, flags }: { device: Device; flags: Flags }): Promise<Scores> {
  const all: Flags = { ...flags, onlyCategories: [...CATEGORIES], logLevel: 'error' };
  const result = await lighthouse(url, all, device === 'desktop' ? desktopConfig : undefined);
  if (!result) throw new Error('Lighthouse gave no result');
  const { categories, audits, finalDisplayedUrl } = result.lhr;
  if (finalDisplayedUrl !== url) throw new Error(`Lighthouse was led from ${url} to ${finalDisplayedUrl}`);
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

function checksOf(
  { path, targets }: Page,
  { device, middle }: { device: Device; middle: (name: keyof Scores) => number },
): Check[] {
  const scores = targets.map((name): Check => {
    const target = name === 'performance' ? LEAST_PERFORMANCE[device] : 100;
    const what = `Lighthouse ${name} of ${path}, ${device}`;
    return { what, measured: middle(name), unit: '', target, bound: 'at least' };
  });
  const what = `Layout shift of ${path}, ${device}`;
  return [...scores, { what, measured: middle('cls'), unit: '', target: 0.05, bound: 'at most' }];
}
