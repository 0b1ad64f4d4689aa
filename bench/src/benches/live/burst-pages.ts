import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { openDashboard } from '../../browser/guard-tab.ts';
import type { ChildServer } from '../../servers/child-server.ts';

/** The element to press, and the response to expect: an element whose text starts with `text`. */
export type Press = { press: (page: Page) => Promise<void>; answer: { selector: string; text: string } };

export type BurstPage = {
  name: string;
  /** @returns the element to press repeatedly */
  open: (page: Page, server: ChildServer) => Promise<Press[]>;
};

const SWITCH = `<button onclick="answer.textContent = answer.textContent === 'on' ? 'off' : 'on'">Switch</button><p id="answer">off</p>`;
const STYLE = `<style>main { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem } article { height: 16rem } img { height: 8rem }</style>`;
const NAIVE = readFileSync(new URL('./naive-page.js', import.meta.url), 'utf8');

export const JUST_OPENED = 'vedette, just opened';
export const IN_USE = 'vedette, each press made once before';
const SLOW_DEVICE = 'vedette, its main thread a quarter as fast';
const SLOWER_TIMES = 4;

/** An empty page, a naive page that shows each event at once, and the product, all under the same load. */
export const burstPages: BurstPage[] = [
  { name: 'an empty page', open: (page, server) => openReference(page, { server, body: SWITCH }) },
  {
    name: 'every event painted as it comes',
    open: async (page, server) => {
      const body = `${STYLE}${SWITCH}<h1></h1><main></main><script type="module">${NAIVE}</script>`;
      const presses = await openReference(page, { server, body });
      await page.waitForSelector('body[data-live]');
      return presses;
    },
  },
  { name: JUST_OPENED, open: openProduct },
  {
    name: IN_USE,
    open: async (page, server) => {
      const presses = await openProduct(page, server);
      for (const { press, answer } of presses) {
        await press(page);
        await page.waitForFunction(
          ({ selector, text }) => document.querySelector(selector)?.textContent?.startsWith(text),
          {},
          answer,
        );
      }
      return presses;
    },
  },
  {
    name: SLOW_DEVICE,
    open: async (page, server) => {
      const presses = await openProduct(page, server);
      await page.emulateCPUThrottling(SLOWER_TIMES);
      return presses;
    },
  },
];

async function openReference(page: Page, { server, body }: { server: ChildServer; body: string }): Promise<Press[]> {
  // The page has the product's origin, so that its stream and frames use the guard's session.
  const devtools = await page.createCDPSession();
  devtools.once('Fetch.requestPaused', ({ requestId }) =>
    devtools.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/html' }],
      body: Buffer.from(`<!doctype html><title>Reference</title>${body}`).toString('base64'),
    }),
  );
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/reference' }] });
  await page.goto(`${server.url}/reference`);
  await devtools.detach();
  const press = await clickAt(page, 'Switch');
  return ['on', 'off'].map((text) => ({ press, answer: { selector: '#answer', text } }));
}

async function openProduct(page: Page, server: ChildServer): Promise<Press[]> {
  await openDashboard(page, server);
  await page.waitForSelector('article');
  const recent = await clickAt(page, 'Recent Detections');
  const threats = await clickAt(page, 'High Priority Threats');
  // Uses the first card at that moment: all cards have the same layout.
  const metrics = await clickAt(page, 'System Metrics');
  const close = (page: Page) => page.keyboard.press('Escape');
  return [
    { press: recent, answer: { selector: '#view-heading', text: 'Recent Detections' } },
    { press: threats, answer: { selector: '#view-heading', text: 'High Priority Threats' } },
    { press: metrics, answer: { selector: '[role="dialog"] h2', text: 'System Metrics' } },
    { press: close, answer: { selector: 'body:not(:has([role="dialog"]:not([popover])))', text: '' } },
  ];
}

/** Clicks at the position of the button: looking it up while the page is busy would take longer than its response. */
async function clickAt(page: Page, name: string): Promise<Press['press']> {
  const place = await page.evaluate((name) => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    if (!button) throw new Error(`There is no button ${name}`);
    const { x, y, width, height } = button.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, name);
  return (page) => page.mouse.click(place.x, place.y);
}
