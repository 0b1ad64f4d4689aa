import type { Browser, Page } from '@playwright/test';
import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { anAccount, PASSWORD } from '../../fixtures/account.ts';
import type { Server } from '../../fixtures/servers/server.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test.use({
  settings: { TEAM: 'true', REGISTRATION: 'closed' },
  expectedErrors: [/40[0139] \((Bad Request|Unauthorized|Forbidden|Conflict)\)/],
});

const INVITED = 'bea@plant.example.org';

async function invite(page: Page, email = INVITED, role = 'Supervisor') {
  await page.goto('/people');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  return dialog;
}

const mailedLink = ({ mailbox }: Server) => mailbox.linkTo(INVITED, 'invitation');

async function opened(browser: Browser, link: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  return { context, page };
}

test('an invited person chooses a password and is at the dashboard with the role', async ({
  guard,
  browser,
  server,
}) => {
  await invite(guard);
  await expect(guard.getByRole('dialog')).toHaveCount(0);
  await expect(guard.getByText(/^No mail server is set/)).toBeVisible();
  const invitations = guard.getByRole('region', { name: 'Invitations' });
  await expect(invitations.getByRole('listitem')).toContainText('Supervisor, invited by');

  const { context, page } = await opened(browser, await mailedLink(server));
  await expect(page.getByText(`invites ${INVITED} as supervisor`)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill('something else');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('This differs from the password above')).toBeVisible();
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('status', { name: 'Connection' })).toHaveText('Live');

  await guard.reload();
  await expect(guard.getByLabel(`Role of ${INVITED}`)).toHaveValue('supervisor');
  await expect(invitations).toHaveCount(0);
  await page.goto(await mailedLink(server));
  await expect(page.getByText(/^This link no longer works/)).toBeVisible();
  await context.close();
});

test('an invitation is withdrawn, and sent again with a new link', async ({ guard, browser, server }) => {
  await invite(guard);
  const first = await mailedLink(server);
  const invitations = guard.getByRole('region', { name: 'Invitations' });
  await invitations.getByRole('button', { name: `Send Again to ${INVITED}` }).click();
  await expect.poll(() => mailedLink(server)).not.toBe(first);
  const second = await mailedLink(server);
  const old = await opened(browser, first);
  await expect(old.page.getByText(/^This link no longer works/)).toBeVisible();
  await old.context.close();
  await invitations.getByRole('button', { name: `Withdraw the invitation of ${INVITED}` }).click();
  await expect(invitations).toHaveCount(0);
  const withdrawn = await opened(browser, second);
  await expect(withdrawn.page.getByText(/^This link no longer works/)).toBeVisible();
  await withdrawn.context.close();
});

test('what is wrong with an invitation is said at its field', async ({ guard, server }) => {
  await anAccount(server, 'colleague@gmail.com', 'guard');
  const dialog = await invite(guard, 'colleague@gmail.com');
  await expect(dialog.getByText('There is an account with this address already')).toBeVisible();
  await dialog.getByLabel('Email').fill('nobody');
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(dialog.getByText('This is not a mail address')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toBeFocused();
});

for (const [path, title] of [
  ['/people', 'People'],
  ['/settings', 'Settings'],
  ['/audit', 'Audit log'],
] as const) {
  test(`a visitor who opens ${path} signs in and sees it`, async ({ browser, server, account }) => {
    const { context, page } = await opened(browser, `${server.url}${path}`);
    const login = page.getByRole('dialog');
    await login.getByLabel('Email').fill(account.email);
    await login.getByLabel('Password', { exact: true }).fill(account.password);
    await login.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole('table').first()).toBeVisible();
    await context.close();
  });
}

for (const width of widths) {
  test(`invitations comply with WCAG 2.2 AA at ${width} px`, async ({ guard, browser, server }) => {
    await guard.setViewportSize({ width, height: 800 });
    await invite(guard);
    await expect(guard.getByRole('region', { name: 'Invitations' })).toBeVisible();
    await expectAccessible(guard);
    await guard.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(guard.getByRole('dialog', { name: 'Invite a person' })).toBeVisible();
    await expectAccessible(guard);
    const { context, page } = await opened(browser, await mailedLink(server));
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByText(`invites ${INVITED}`)).toBeVisible();
    await expectAccessible(page);
    await context.close();
  });
}

test('a person makes an API token, uses it, and an administrator revokes it', async ({ guard, browser, server }) => {
  const colleague = await anAccount(server, 'colleague@gmail.com', 'guard');
  const context = await browser.newContext({ baseURL: server.url });
  await colleague.signsInTo(context);
  const page = await context.newPage();
  await page.goto('/profile');
  const form = page.getByRole('form', { name: 'New token' });
  await form.getByRole('button', { name: 'Make Token' }).click();
  await expect(form.getByText('Say what the token is for')).toBeVisible();
  await form.getByLabel('Name of a new token').fill('Weekly report');
  await form.getByLabel('It expires in').selectOption('30 days');
  await form.getByRole('button', { name: 'Make Token' }).click();
  const secret = (await page.getByText(/^vdt_/).textContent()) ?? '';
  await expectAccessible(page);
  const use = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(`${server.url}/api/detections/stats`, { headers })).status;
  };
  expect(await use()).toBe(200);
  await page.reload();
  await expect(page.getByText('Reads, expires')).toBeVisible();
  await expect(page.getByText(/^vdt_/)).toHaveCount(0);

  await guard.goto('/people');
  await guard.getByRole('button', { name: 'Access of colleague@gmail.com' }).click();
  const access = guard.getByRole('dialog', { name: 'Access' });
  await access.getByRole('button', { name: 'Revoke the token Weekly report' }).click();
  await expect(access.getByText('No tokens.')).toBeVisible();
  expect(await use()).toBe(401);
  await context.close();
});

test('a person revokes an own API token', async ({ guard, account, server }) => {
  const made = await account.calls('POST', '/api/auth/tokens', { name: 'Old script', scope: 'write' });
  const { secret } = (await made.json()) as { secret: string };
  await guard.goto('/profile');
  await guard.getByRole('button', { name: 'Revoke the token Old script' }).click();
  await guard.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(guard, 'Success', 'The token Old script is revoked')).toBeVisible();
  await expect(guard.getByText('You have no tokens.')).toBeVisible();
  const answer = await fetch(`${server.url}/api/detections/stats`, { headers: { authorization: `Bearer ${secret}` } });
  expect(answer.status).toBe(401);
});
