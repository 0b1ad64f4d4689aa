import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page, TestInfo } from '@playwright/test';
import { sourceOf } from '@vedette/contract/evidence-archive/byte-source';
import { readContent, readDirectory } from '@vedette/contract/evidence-archive/zip-reader';
import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { anAccount } from '../../fixtures/account.ts';
import type { Device } from '../../fixtures/device.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ settings: { TEAM: 'true' } });

type Archive = { zip: string; page: string; damaged: string };

/** Downloads the evidence of an incident in the browser; takes the page out of it, and damages a copy. */
async function downloads(guard: Page, device: Device, testInfo: TestInfo): Promise<Archive> {
  await device.reports();
  await device.reports();
  await guard.goto('/incidents/1');
  const [download] = await Promise.all([
    guard.waitForEvent('download'),
    guard.getByRole('link', { name: 'Download evidence' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('evidence-incident-1.zip');
  const place = (name: string) => testInfo.outputPath(name);
  const files = { zip: place('evidence.zip'), page: place('verify.html'), damaged: place('damaged.zip') };
  await download.saveAs(files.zip);
  const bytes = readFileSync(files.zip);
  const archive = sourceOf(new Blob([Uint8Array.from(bytes)]));
  const found = await readDirectory(archive);
  const entry = found?.entries.find(({ name }) => name === 'verify.html');
  writeFileSync(files.page, (entry && (await readContent(archive, entry))) ?? '');
  const frame = found?.entries.find(({ name }) => name === 'frames/1.jpg');
  const at = (frame?.offset ?? 0) + 1_000;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(files.damaged, bytes);
  return files;
}

const outcomeOf = (page: Page) => page.getByRole('region');

test('a supervisor downloads evidence, and the page in it verifies it without a network', async ({
  guard,
  device,
  context,
}, testInfo) => {
  const { zip, page, damaged } = await downloads(guard, device, testInfo);
  const { fingerprint } = await (await guard.request.get('/.well-known/vedette-evidence-key')).json();
  const verify = await context.newPage();
  const requested: string[] = [];
  verify.on('request', (request) => requested.push(request.url()));
  await verify.goto(pathToFileURL(page).href);
  const file = verify.getByLabel('Evidence archive');
  await file.setInputFiles(zip);
  const outcome = outcomeOf(verify);
  await expect(outcome.getByRole('heading')).toHaveText('evidence.zip is whole; its key was not compared');
  await expect(outcome).toBeFocused();
  await expect(outcome).toContainText('Compare the fingerprint below');
  await expect(outcome).toContainText(fingerprint);
  await expect(outcome).toContainText('incident 1');

  const expected = verify.getByLabel('Expected fingerprint of the key (optional)');
  await expected.fill('not a fingerprint');
  await expected.press('Tab');
  await expect(verify.getByRole('alert')).toHaveText('A fingerprint has 64 digits from 0 to 9 and a to f.');
  await expected.fill(fingerprint.toUpperCase());
  await expected.press('Tab');
  await expect(outcome.getByRole('heading')).toHaveText('evidence.zip is whole, and signed with the expected key');
  await expect(outcome).not.toContainText('Compare the fingerprint below');
  await expected.fill('0'.repeat(64));
  await expected.press('Tab');
  await expect(outcome.getByRole('heading')).toHaveText('evidence.zip was signed with another key');
  await expected.fill('');

  await file.setInputFiles(damaged);
  await expect(outcome.getByRole('heading')).toHaveText('damaged.zip is not as it was signed: 1 fault');
  await expect(outcome.getByRole('listitem')).toHaveText(['frames/1.jpg: Its content is not what the manifest says']);
  await file.setInputFiles(page);
  await expect(outcome.getByRole('listitem')).toHaveText([/It is no whole ZIP file/]);
  expect(requested).toEqual([pathToFileURL(page).href]);
});

test('the copy of the page that the server sends verifies as well', async ({ guard, device }, testInfo) => {
  const { zip } = await downloads(guard, device, testInfo);
  await guard.goto('/verify-evidence.html');
  await guard.getByLabel('Evidence archive').setInputFiles(zip);
  await expect(outcomeOf(guard).getByRole('heading')).toHaveText('evidence.zip is whole; its key was not compared');
});

test('who may not export is offered no evidence', async ({ browser, server, device }) => {
  await device.reports();
  const colleague = await anAccount(server, 'colleague@gmail.com', 'guard');
  const context = await browser.newContext({ baseURL: server.url });
  await colleague.signsInTo(context);
  const page = await context.newPage();
  await page.goto('/incidents/1');
  await expect(page.getByRole('button', { name: 'Close alarm' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download evidence' })).toHaveCount(0);
  await context.close();
});

for (const width of widths) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the page that verifies keeps WCAG 2.2 AA, ${width} px wide and ${colorScheme}`, async ({
      guard,
      device,
      context,
    }, testInfo) => {
      const { zip, page, damaged } = await downloads(guard, device, testInfo);
      const verify = await context.newPage();
      await verify.setViewportSize({ width, height: 800 });
      await verify.emulateMedia({ colorScheme });
      await verify.goto(pathToFileURL(page).href);
      await expectAccessible(verify);
      for (const file of [zip, damaged]) {
        await verify.getByLabel('Evidence archive').setInputFiles(file);
        await expect(outcomeOf(verify).getByRole('heading')).toBeVisible();
        await expectAccessible(verify);
        expect(await verify.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    });
  }
}
