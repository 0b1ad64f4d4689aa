import { presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test.use({ settings: async ({ openId }, use) => use(openId.settingsFor('google')) });

test('a blocked popup has its own error message', async ({ page, openId, server }) => {
  await openId.serves(server.url, { id: 'ada', email: 'ada@harbour.example' });
  // A browser that blocks popups returns null; a headless one never does.
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/login');
  await presses(page.getByRole('dialog'), 'Continue with Google');
  await expect(toast(page, 'Failed to log in with Google', /^The browser blocked the sign-in window\./)).toBeVisible();
});
