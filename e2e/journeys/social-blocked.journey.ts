import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { expect, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

// The test runner turns the browser's blocker off; here it stays on.
const executablePath = findChromium();
test.use({
  launchOptions: {
    args: chromiumFlags,
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    ...(executablePath && { executablePath }),
  },
  // A trace looks into the page, which counts as a hand upon it.
  trace: 'off',
  settings: async ({ openId }, use) => use(openId.settingsFor('google')),
});

test('a blocked window has its own reason', async ({ page, openId, server }) => {
  await openId.serves(server.url, { id: 'ada', email: 'ada@harbour.example' });
  // Browsers block what no hand has asked for: this press comes from the page itself, before the runner looks into it.
  await page.addInitScript(() => {
    const watching = setInterval(() => {
      const button = [...document.querySelectorAll('button')].find((it) => it.textContent === 'Continue with Google');
      if (!button) return;
      clearInterval(watching);
      button.click();
      console.info('pressed');
    }, 50);
  });
  const pressed = page.waitForEvent('console', (message) => message.text() === 'pressed');
  await page.goto('/login');
  await pressed;
  await expect(toast(page, 'Failed to log in with Google', /^The browser blocked the sign-in window\./)).toBeVisible();
});
