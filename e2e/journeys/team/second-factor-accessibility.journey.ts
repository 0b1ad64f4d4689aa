import { totpCode } from '../../../server/test/doubles/totp-app.ts';
import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { choosesInMenu, fills, logsIn, opensLogin, presses } from '../../fixtures/account-forms.ts';
import { byName, hasAuthenticator, secondFactorOf } from '../../fixtures/second-factor.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({
  settings: { TEAM: 'true', SECOND_FACTOR: 'administrator' },
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: [/40[13] \((Unauthorized|Forbidden)\)/],
});

for (const width of widths) {
  test(`second factors comply with WCAG 2.2 AA at ${width} px`, async ({ page, context, account, server }) => {
    await page.setViewportSize({ width, height: 800 });
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const here = byName(server.url);
    await account.signsInTo(context, here);
    await hasAuthenticator(page);
    const { setUp, codes, asked, app, passkeys, ...factor } = secondFactorOf(page);
    await page.goto(`${here}/dashboard`);
    await expect(app.getByText('Off')).toBeVisible();
    await expectAccessible(page);
    await fits();
    const secret = await factor.opensSetUp();
    await expectAccessible(page);
    await factor.entersFirst(totpCode(secret));
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page);
    await presses(codes, 'Done');
    await presses(passkeys, 'Add a Passkey');
    await expectAccessible(page);
    await fills(page.getByRole('dialog'), { Name: 'A phone with a name that is rather long, for two lines' });
    await presses(page.getByRole('dialog'), 'Continue');
    await expect(passkeys.getByRole('listitem')).toBeVisible();
    await presses(page, 'Continue');
    await page.goto(`${here}/profile`);
    await expect(passkeys.getByRole('listitem')).toBeVisible();
    await expectAccessible(page);
    await fits();
    await page.goto(`${here}/people`);
    await expect(page.getByText('Second factor', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await fits();

    await choosesInMenu(page, 'Logout');
    const login = await opensLogin(page);
    await expect(login.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
    await expectAccessible(page);
    await logsIn(page, account);
    await expect(asked.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    await expectAccessible(page);
    await presses(asked, 'Use a recovery code');
    await expectAccessible(page);
  });
}
