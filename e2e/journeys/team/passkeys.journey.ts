import { choosesInMenu, fills, logsIn, opensLogin, presses } from '../../fixtures/account-forms.ts';
import { byName, hasAuthenticator, secondFactorOf } from '../../fixtures/second-factor.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test.use({ settings: { TEAM: 'true' }, expectedErrors: [/40[13] \((Unauthorized|Forbidden)\)/] });

test('a passkey is added, signs in alone and after the password, and is removed', async ({
  page,
  context,
  account,
  server,
}) => {
  const here = byName(server.url);
  await account.signsInTo(context, here);
  const authenticator = await hasAuthenticator(page);
  const { asked, passkeys } = secondFactorOf(page);
  await page.goto(`${here}/profile`);
  await presses(passkeys, 'Add a Passkey');
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await presses(adding, 'Continue');
  await expect(adding.getByText('Enter a name, by which you know it from others')).toBeVisible();
  await fills(adding, { Name: 'My laptop' });
  await presses(adding, 'Continue');
  const item = passkeys.getByRole('listitem').filter({ hasText: 'My laptop' });
  await expect(item).toContainText('not used yet');
  expect(await authenticator.credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

  await choosesInMenu(page, 'Logout');
  await opensLogin(page);
  await authenticator.verifies(false);
  await presses(page, 'Sign in with a passkey');
  await expect(toast(page, 'Failed to log in with a passkey', /^No passkey was used/)).toBeVisible();
  await authenticator.verifies(true);
  await presses(page, 'Sign in with a passkey');
  await expect(page).toHaveURL(`${here}/dashboard`);

  await choosesInMenu(page, 'Logout');
  await opensLogin(page);
  await logsIn(page, account);
  await presses(asked, 'Use a passkey');
  await expect(page).toHaveURL(`${here}/dashboard`);

  await choosesInMenu(page, 'Profile');
  await expect(item).toContainText('last used');
  await presses(item, 'Remove My laptop');
  await presses(page.getByRole('alertdialog'), 'Remove');
  await expect(item).toHaveCount(0);
  await choosesInMenu(page, 'Logout');
  await opensLogin(page);
  await logsIn(page, account);
  await expect(page).toHaveURL(`${here}/dashboard`);
});

test('a page that was opened at an address says why it has no passkeys', async ({ guard, server }) => {
  const reason = `Passkeys belong to a host name, and this page was opened at an address: open it at ${byName(server.url)}.`;
  const { passkeys } = secondFactorOf(guard);
  await guard.goto('/profile');
  await expect(passkeys.getByText(reason)).toBeVisible();
  await expect(passkeys.getByRole('button', { name: 'Add a Passkey' })).toBeDisabled();
  await choosesInMenu(guard, 'Logout');
  const login = await opensLogin(guard);
  await expect(login.getByRole('button', { name: 'Sign in with a passkey' })).toBeDisabled();
  await expect(login.getByText(reason)).toBeVisible();
});
