import type { Page } from '@playwright/test';
import { choosesInMenu, fills, presses } from '../fixtures/account-forms.ts';
import { expect, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

test('notices go by themselves after three seconds, the last goodbye after five', async ({ page, account }) => {
  await page.addInitScript(recordNotices);
  await page.goto('/auth');
  await presses(page, 'Sign In');
  expect(await secondsOf(page, 'Please enter both email and password')).toBe(3);
  await fills(page, { Email: account.email, Password: account.password });
  await presses(page, 'Sign In');
  expect(await secondsOf(page, "You've been logged in")).toBe(3);
  await choosesInMenu(page, 'Profile');
  await presses(page, 'Delete Account');
  await presses(page.getByRole('alertdialog'), 'Delete Account');
  expect(await secondsOf(page, 'Your account has been permanently deleted')).toBe(5);
});

test('a notice can be closed', async ({ page }) => {
  await page.goto('/auth');
  await presses(page, 'Sign In');
  const notice = toast(page, 'Error', 'Please enter both email and password');
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: /close/i }).click();
  await expect(notice).toBeHidden({ timeout: 1_500 });
});

type Seen = Window & { noticeTimes?: Record<string, { from: number; to?: number }> };

/** Notes in the page itself when each notice comes and when it begins to go. */
function recordNotices() {
  const times: NonNullable<Seen['noticeTimes']> = {};
  (window as Seen).noticeTimes = times;
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll<HTMLElement>('[data-sonner-toast]')) {
      const text = notice.querySelector('[data-description]')?.textContent ?? '';
      times[text] ??= { from: performance.now() };
      if (notice.dataset.removed === 'true') times[text].to ??= performance.now();
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

async function secondsOf(page: Page, description: string): Promise<number> {
  const time = await page.waitForFunction((text) => {
    const { from, to } = (window as Seen).noticeTimes?.[text] ?? {};
    return from !== undefined && to !== undefined ? to - from : undefined;
  }, description);
  // Whole seconds: a busy machine may be late, but never early by more than a frame.
  return Math.floor(((await time.jsonValue()) as number) / 1_000 + 0.05);
}
