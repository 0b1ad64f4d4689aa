import type { ThreatsAnswer } from '@vedette/contract/detection';
import type { Page } from 'puppeteer-core';
import { type ChildServer, read } from '../../servers/child-server.ts';

const SETTLE_MS = 5_000;

/** The number of active threats that the dashboard does not count after the load; at least 1 while the newest is missing. */
export async function missingOn(page: Page, { guard }: ChildServer): Promise<number> {
  const answer = await read(guard, '/api/detections/threats?limit=1');
  const { threat_count: total, active_weapon_threats: newest } = answer as ThreatsAnswer;
  await page.keyboard.press('Escape');
  await page.locator('button ::-p-text(High Priority Threats)').click();
  try {
    await page.waitForFunction(
      (newest, count) =>
        document.getElementById(newest) && document.getElementById('view-heading')?.textContent?.includes(count),
      { timeout: SETTLE_MS },
      `detection-${newest[0]?.id}`,
      `(${total.toLocaleString('en-GB')})`,
    );
    return 0;
  } catch {
    const counted = await page.$eval('#view-heading', ({ textContent }) => textContent?.replaceAll(/\D/g, ''));
    return Math.max(1, Math.abs(total - Number(counted)));
  }
}
