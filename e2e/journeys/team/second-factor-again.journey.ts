import { totpCode } from '../../../server/test/doubles/totp-app.ts';
import { choosesInMenu, fills, opensLogin, presses } from '../../fixtures/account-forms.ts';
import { hasApp, nextCode, secondFactorOf } from '../../fixtures/second-factor.ts';
import { aDatabase } from '../../fixtures/servers/database.ts';
import { answers } from '../../fixtures/servers/open-id-provider.ts';
import { longAgo } from '../../fixtures/servers/sessions.ts';
import { test as base, expect } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

const test = base.extend<{ database: { url: string } }>({
  database: async ({ browserName: _ }, use) => {
    const database = await aDatabase();
    await use(database);
    await database.isDropped();
  },
  settings: async ({ database, openId }, use) =>
    use({ TEAM: 'true', DATABASE_URL: database.url, ...openId.settingsFor('oidc') }),
  expectedErrors: async ({ browserName: _ }, use) => use([/status of 40[13].*\/api\/auth\//]),
});

test('a change long after the sign-in asks for password and code, and keeps the session of who closes it', async ({
  guard,
  account,
  database,
}) => {
  const { secret } = await hasApp(account);
  const { app, asked, codes, enters } = secondFactorOf(guard);
  await guard.goto('/profile');
  await expect(app.getByText('On', { exact: true })).toBeVisible();
  await longAgo(database, account.email);
  const begins = async () => {
    await presses(app, 'New Recovery Codes');
    await presses(guard.getByRole('alertdialog'), 'Make New Codes');
    const again = guard.getByRole('dialog', { name: 'Sign in again' });
    await fills(again, { 'Current Password': account.password });
    await presses(again, 'Continue');
    await expect(asked).toBeVisible();
    return again;
  };
  const again = await begins();
  await presses(asked, 'Close');
  await expect(asked).toHaveCount(0);
  await presses(again, 'Close');
  await expect(toast(guard, 'Error', 'Your last sign-in was too long ago for this change')).toBeVisible();
  await guard.reload();
  await expect(app.getByText('On', { exact: true })).toBeVisible();

  await begins();
  await enters(nextCode(secret));
  await expect(codes.getByRole('listitem')).toHaveCount(10);
});

test('a social sign-in asks for the second factor, too', async ({ page, server, openId }) => {
  await openId.serves(server.url, { id: 'ada', email: 'ada@harbour.example' });
  const { codes, asked, ...factor } = secondFactorOf(page);
  const signsIn = async () => presses(await opensLogin(page), 'Continue with Harbour Security');
  await page.goto('/');
  const popup = page.waitForEvent('popup');
  await signsIn();
  await answers(await popup, 'Sign in');
  await expect(page).toHaveURL('/dashboard');
  await choosesInMenu(page, 'Profile');
  const secret = await factor.opensSetUp();
  await factor.entersFirst(totpCode(secret));
  await presses(codes, 'Done');
  await choosesInMenu(page, 'Logout');
  // The provider still knows who it is.
  await signsIn();
  await expect(asked).toBeVisible();
  await factor.enters(nextCode(secret));
  await expect(page).toHaveURL('/dashboard');
});
