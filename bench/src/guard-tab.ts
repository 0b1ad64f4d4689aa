import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import type { BenchOptions } from './bench.ts';
import type { ChildServer } from './child-server.ts';

const AFTER_PAINT = fileURLToPath(new URL('./benches/after-paint.js', import.meta.url));

/**
 * A tab of a browser of its own, in which the guard is signed in.
 * @param options.scripts files that run in each of its pages before the page's own
 */
export async function openTab(
  server: ChildServer,
  { atEnd, scripts }: Pick<BenchOptions, 'atEnd'> & { scripts: string[] },
): Promise<Page> {
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
  atEnd(() => browser.close());
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1_280, height: 900 } });
  await context.addCookies(
    server.guard.cookie.split('; ').map((cookie) => {
      const [name = '', ...value] = cookie.split('=');
      return { url: server.url, name, value: value.join('='), httpOnly: true, sameSite: 'Lax' as const };
    }),
  );
  const page = await context.newPage();
  for (const path of [AFTER_PAINT, ...scripts]) await page.addInitScript({ path });
  return page;
}

export async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor();
}
