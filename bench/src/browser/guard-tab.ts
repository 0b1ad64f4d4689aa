import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import type { BenchOptions } from '../bench.ts';
import type { ChildServer } from '../servers/child-server.ts';
import { launchChromium } from './chromium.ts';

const AFTER_PAINT = fileURLToPath(new URL('./after-paint.js', import.meta.url));

/**
 * Opens a tab in a new browser in which the guard is signed in.
 * @param options.scripts files that run in each of its pages before the page's own scripts
 */
export async function openTab(
  server: ChildServer,
  { atEnd, scripts }: Pick<BenchOptions, 'atEnd'> & { scripts: string[] },
): Promise<Page> {
  const browser = await launchChromium();
  atEnd(() => browser.close());
  const { hostname: domain } = new URL(server.url);
  await browser.setCookie(
    ...server.guard.cookie.split('; ').map((cookie) => {
      const [name = '', ...value] = cookie.split('=');
      return { domain, name, value: value.join('='), httpOnly: true, sameSite: 'Lax' as const };
    }),
  );
  const page = await browser.newPage();
  for (const file of [AFTER_PAINT, ...scripts]) await page.evaluateOnNewDocument(readFileSync(file, 'utf8'));
  return page;
}

export async function openDashboard(page: Page, { url }: Pick<ChildServer, 'url'>): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.waitForFunction(
    () => document.querySelector('[role="status"][aria-label="Connection"]')?.textContent === 'Live',
  );
}
