import type { ThreatsAnswer } from '@vedette/contract/detection';
import type { Page } from 'playwright';
import { type ChildServer, read } from '../child-server.ts';

const SETTLE_MS = 5_000;

/** How many active threats the dashboard does not count when it should have come to rest; at least 1 while it lacks the newest. */
export async function missingOn(page: Page, { guard }: ChildServer): Promise<number> {
  const answer = await read(guard, '/api/detections/threats?limit=1');
  const { threat_count: total, active_weapon_threats: newest } = answer as ThreatsAnswer;
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'High Priority Threats' }).click();
  const newestCard = page.locator(`#detection-${newest[0]?.id}`);
  const heading = page.locator('#view-heading', { hasText: `(${total.toLocaleString('en-GB')})` });
  try {
    await newestCard.waitFor({ timeout: SETTLE_MS });
    await heading.waitFor({ timeout: SETTLE_MS });
    return 0;
  } catch {
    const counted = (await page.locator('#view-heading').textContent())?.replaceAll(/\D/g, '');
    return Math.max(1, Math.abs(total - Number(counted)));
  }
}
