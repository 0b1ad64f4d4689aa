import { readFile } from 'node:fs/promises';
import { totpCode } from '../../../server/test/doubles/totp-app.ts';
import { anAccount } from '../../fixtures/account.ts';
import { choosesInMenu, logsIn, opensLogin, presses } from '../../fixtures/account-forms.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { hasApp, nextCode, secondFactorOf } from '../../fixtures/second-factor.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test.use({
  settings: { TEAM: 'true' },
  expectedErrors: [/40[0139] \((Bad Request|Unauthorized|Forbidden|Conflict)\)/],
});

test('a guard sets up an authenticator app, and the next sign-in asks for its code', async ({ guard, account }) => {
  const factor = secondFactorOf(guard);
  await guard.goto('/profile');
  await expect(factor.app.getByText('Off')).toBeVisible();
  const secret = await factor.opensSetUp();
  await expect(factor.setUp.getByRole('img', { name: 'The secret as a QR code' })).toBeVisible();
  await factor.entersFirst('12345');
  await expect(factor.setUp.getByText('Enter the six digits that the app shows')).toBeVisible();
  await factor.entersFirst(totpCode(secret) === '123456' ? '654321' : '123456');
  await expect(factor.setUp.getByText('This is not the code that the app shows now')).toBeVisible();
  const used = totpCode(secret);
  await factor.entersFirst(used);

  await expect(factor.codes.getByRole('listitem')).toHaveCount(10);
  const codes = await factor.shownCodes();
  const download = guard.waitForEvent('download');
  await presses(factor.codes, 'Download');
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
  await presses(factor.codes, 'Done');
  await expect(factor.app.getByText('10 recovery codes are left.')).toBeVisible();

  await choosesInMenu(guard, 'Logout');
  await opensLogin(guard);
  await logsIn(guard, account);
  await expect(factor.asked.getByLabel('Code of your authenticator app')).toBeFocused();
  await factor.enters(used);
  // On a slow machine it is no longer valid either.
  await expect(
    factor.asked.getByText(/^This (code was used before: wait for the next one|was not accepted)$/),
  ).toBeVisible();
  await factor.enters(nextCode(secret));
  await expect(guard).toHaveURL('/dashboard');

  await choosesInMenu(guard, 'Logout');
  await opensLogin(guard);
  await logsIn(guard, account);
  await presses(factor.asked, 'Use a recovery code');
  await factor.asked.getByLabel('Recovery code').fill(codes[0] ?? '');
  await presses(factor.asked, 'Continue');
  await expect(guard).toHaveURL('/dashboard');
  await guard.goto('/profile');
  await expect(factor.app.getByText('9 recovery codes are left.')).toBeVisible();

  await presses(factor.app, 'New Recovery Codes');
  await presses(guard.getByRole('alertdialog'), 'Make New Codes');
  await expect(factor.codes.getByRole('listitem')).toHaveCount(10);
  expect(await factor.shownCodes()).not.toContain(codes[1]);
  await presses(factor.codes, 'Done');
  await presses(factor.app, 'Turn Off');
  await presses(guard.getByRole('alertdialog'), 'Turn Off');
  await expect(factor.app.getByText('Off', { exact: true })).toBeVisible();
});

test('who closes the question is not signed in, and begins again', async ({ page, account }) => {
  await hasApp(account);
  const { asked } = secondFactorOf(page);
  await page.goto('/');
  await opensLogin(page);
  await logsIn(page, account);
  await expect(asked).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  const login = page.getByRole('dialog');
  await expect(login.getByRole('alert')).toContainText('The sign-in needs the second factor of the account, too.');
  await expect(login.getByLabel('Email')).toHaveValue(account.email);
  await logsIn(page, account);
  await expect(asked).toBeVisible();
});

test('a session that ended goes on where it was, after the code', async ({ guard, account, device }) => {
  const { secret } = await hasApp(account);
  await device.reports();
  await guard.goto('/dashboard?view=recent');
  await expect(guard.getByRole('article')).toHaveCount(1);
  await account.calls('POST', '/api/auth/sign-out', {});
  const { asked, enters } = secondFactorOf(guard);
  const login = guard.getByRole('dialog', { name: /^You were signed out at/ });
  await expect(login).toBeVisible();
  await login.getByLabel('Email').fill(account.email);
  await login.getByLabel('Password', { exact: true }).fill(account.password);
  await presses(login, 'Login');
  await expect(asked).toBeVisible();
  await enters(nextCode(secret));
  await expect(login).toHaveCount(0);
  await expect(guard).toHaveURL('/dashboard?view=recent');
  await expect(guard.getByRole('status', { name: 'Connection' })).toHaveText('Live');
});

test('an administrator resets the second factor of a colleague who lost the phone', async ({
  guard,
  browser,
  server,
}) => {
  const colleague = await anAccount(server, 'colleague@gmail.com', 'guard');
  await hasApp(colleague);
  const context = await browser.newContext({ baseURL: server.url });
  await colleague.signsInTo(context);
  const screen = await context.newPage();
  await screen.goto('/dashboard');
  await expect(screen.getByRole('status', { name: 'Connection' })).toHaveText('Live');

  await guard.goto('/people');
  const row = guard.getByRole('row').filter({ hasText: 'colleague@gmail.com' });
  await expect(row.getByText('Second factor', { exact: true })).toBeVisible();
  await presses(row, 'Reset Second Factor of colleague@gmail.com');
  await presses(guard.getByRole('alertdialog'), 'Reset');
  await expect(toast(guard, 'Success', 'colleague@gmail.com signs in without a second factor now')).toBeVisible();
  await expect(row.getByText('Second factor', { exact: true })).toHaveCount(0);

  const login = screen.getByRole('dialog', { name: /^You were signed out at/ });
  await login.getByLabel('Email').fill(colleague.email);
  await login.getByLabel('Password', { exact: true }).fill(colleague.password);
  await presses(login, 'Login');
  await expect(login).toHaveCount(0);
  await context.close();
});

test.describe('where the role must have one', () => {
  test.use({ settings: { TEAM: 'true', SECOND_FACTOR: 'administrator' } });

  test('an administrator sets it up before anything else', async ({ guard }) => {
    const factor = secondFactorOf(guard);
    await guard.goto('/dashboard');
    await expect(guard.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await expect(guard.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await guard.goto('/people');
    await expect(guard.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    const secret = await factor.opensSetUp();
    await factor.entersFirst(totpCode(secret));
    await expect(factor.codes.getByRole('listitem')).toHaveCount(10);
    await presses(factor.codes, 'Done');
    await presses(guard, 'Continue');
    await expect(guard.getByRole('table', { name: 'People' })).toBeVisible();
    await guard.goto('/profile');
    await expect(factor.app.getByRole('button', { name: 'Turn Off' })).toBeDisabled();
    await dashboardOf(guard).opens();
    await expect(guard.getByRole('status', { name: 'Connection' })).toHaveText('Live');
  });

  test('who does not want to can log out', async ({ guard }) => {
    await guard.goto('/dashboard');
    await presses(guard, 'Log Out');
    await expect(guard.getByRole('button', { name: 'Login' })).toBeVisible();
  });
});
