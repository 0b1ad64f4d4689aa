import './setup/node-version.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRepository } from './repository/repository.mjs';
import { chromiumFlags, findChromium } from './setup/chromium.mjs';
import { prepare } from './setup/prepare.mjs';

// node scripts/screenshot.mjs: takes the pictures of the dashboard from the running demo: docs/dashboard.png for the README,
// and web/src/site/home/dashboard-{light,dark}.webp for the home page.
await prepare({ withDevelopment: true });
const { chromium } = await import('playwright');
const { default: sharp } = await import('sharp');

const port = '8097';
const dataFolder = mkdtempSync(path.join(tmpdir(), 'vedette-screenshot-'));
const demo = spawn(
  process.execPath,
  [inRepository('scripts/demo.mjs'), '--port', port, '--devices', '6', '--rate', '2'],
  { env: { ...process.env, DATA_DIR: dataFolder }, stdio: ['ignore', 'pipe', 'inherit'] },
);
const ended = once(demo, 'exit');

try {
  const account = await printedAccount();
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
  const page = await browser.newPage({ baseURL: `http://127.0.0.1:${port}`, viewport: { width: 1440, height: 1100 } });
  await page.goto('/auth');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page
    .getByRole('img', { name: /^Frame of detection/ })
    .nth(5)
    .waitFor({ timeout: 120_000 });
  await lookAsStranger(page);
  await page.screenshot({ path: inRepository('docs/dashboard.png') });
  const small = await browser.newPage({
    baseURL: `http://127.0.0.1:${port}`,
    storageState: await page.context().storageState(),
    viewport: { width: 900, height: 720 },
    deviceScaleFactor: 1.5,
  });
  await small.goto('/dashboard');
  for (const mode of ['light', 'dark']) {
    await small.evaluate((chosen) => localStorage.setItem('vedette.colour-mode', chosen), mode);
    await lookAsStranger(small);
    const file = inRepository(`web/src/site/home/dashboard-${mode}.webp`);
    await sharp(await small.screenshot())
      .webp({ quality: 80 })
      .toFile(file);
  }
  await browser.close();
} finally {
  demo.kill('SIGTERM');
  await ended;
  rmSync(dataFolder, { recursive: true, force: true });
}

/**
 * Without the mark of what came just now, and without a notice of the sign-in.
 * @param {import('playwright').Page} page
 */
async function lookAsStranger(page) {
  await page.reload();
  await page.waitForFunction(() => {
    const frames = [...document.querySelectorAll('article img')].slice(0, 2);
    return frames.length === 2 && frames.every((frame) => frame instanceof HTMLImageElement && frame.naturalWidth > 0);
  });
}

/** @returns {Promise<{ email: string, password: string }>} */
function printedAccount() {
  let printed = '';
  return new Promise((resolve, reject) => {
    demo.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      printed += text;
      const [, email] = /Email\s+(\S+)/.exec(printed) ?? [];
      const [, password] = /Password\s+(\S+)\s/.exec(printed) ?? [];
      if (email && password) resolve({ email, password });
    });
    void ended.then(() => reject(new Error(`The demo ended:\n${printed}`)));
  });
}
