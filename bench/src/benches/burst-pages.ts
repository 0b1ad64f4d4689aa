import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { openDashboard } from '../guard-tab.ts';

/** What is pressed, and what of the page then answers: an element whose text begins so. */
export type Press = { press: (page: Page) => Promise<void>; answer: { selector: string; text: string } };

export type BurstPage = {
  name: string;
  /** @returns what to press on it, again and again */
  open: (page: Page) => Promise<Press[]>;
};

const SWITCH = `<button onclick="answer.textContent = answer.textContent === 'on' ? 'off' : 'on'">Switch</button><p id="answer">off</p>`;
const STYLE = `<style>main { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem } article { height: 16rem } img { height: 8rem }</style>`;
const NAIVE = readFileSync(new URL('./naive-page.js', import.meta.url), 'utf8');

export const JUST_OPENED = 'vedette, just opened';
export const IN_USE = 'vedette, each press made once before';

/** What this machine's browser does under that load anyway, the same feed painted as it comes, and the product. */
export const burstPages: BurstPage[] = [
  { name: 'an empty page', open: (page) => openReference(page, SWITCH) },
  {
    name: 'every event painted as it comes',
    open: async (page) => {
      const presses = await openReference(
        page,
        `${STYLE}${SWITCH}<h1></h1><main></main><script type="module">${NAIVE}</script>`,
      );
      await page.locator('body[data-live]').waitFor();
      return presses;
    },
  },
  { name: JUST_OPENED, open: openProduct },
  {
    name: IN_USE,
    open: async (page) => {
      const presses = await openProduct(page);
      for (const { press, answer } of presses) {
        await press(page);
        await page.locator(answer.selector, { hasText: answer.text }).waitFor({ state: 'attached' });
      }
      return presses;
    },
  },
];

async function openReference(page: Page, body: string): Promise<Press[]> {
  // From the product's own address: the stream and the frames are the guard's.
  await page.route('**/reference', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Reference</title>${body}` }),
  );
  await page.goto('/reference');
  const press = await clickAt(page, 'Switch');
  return ['on', 'off'].map((text) => ({ press, answer: { selector: '#answer', text } }));
}

async function openProduct(page: Page): Promise<Press[]> {
  await openDashboard(page);
  await page.getByRole('article').first().waitFor();
  const recent = await clickAt(page, 'Recent Detections');
  const threats = await clickAt(page, 'High Priority Threats');
  // Whichever card is the first by then: all are laid out alike.
  const metrics = await clickAt(page, 'System Metrics');
  const close = (page: Page) => page.keyboard.press('Escape');
  return [
    { press: recent, answer: { selector: '#view-heading', text: 'Recent Detections' } },
    { press: threats, answer: { selector: '#view-heading', text: 'High Priority Threats' } },
    { press: metrics, answer: { selector: '[role="dialog"] h2', text: 'System Metrics' } },
    { press: close, answer: { selector: 'body:not(:has([role="dialog"]))', text: '' } },
  ];
}

/** By its place: looking for the button while the page is busy would take longer than its answer. */
async function clickAt(page: Page, name: string): Promise<Press['press']> {
  const box = await page.getByRole('button', { name }).first().boundingBox();
  if (!box) throw new Error(`There is no button ${name}`);
  return (page) => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
