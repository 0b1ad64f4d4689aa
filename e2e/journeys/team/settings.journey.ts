import path from 'node:path';
import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { anAccount } from '../../fixtures/account.ts';
import { heartbeatOf } from '../../fixtures/heartbeat.ts';
import { hasApp } from '../../fixtures/second-factor.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

/** Longer than the page takes to look again. */
const LOOKS_AGAIN = { timeout: 25_000 };

test.use({
  settings: { TEAM: 'true', REGISTRATION: 'closed', SMTP_URL: 'smtp://ana:hunter2@127.0.0.1:9' },
  expectedErrors: [/40[34] \((Forbidden|Not Found)\)/],
});

test('an administrator puts right what is unwise until the installation is ready for duty', async ({
  guard,
  account,
  server,
  device,
}, testInfo) => {
  test.slow();
  const colleague = await anAccount(server, 'colleague@gmail.com', 'guard');
  await guard.goto('/dashboard');
  await guard.getByRole('button', { name: 'Account menu' }).click();
  await guard.getByRole('menuitem', { name: 'Settings' }).click();
  const ready = guard.getByRole('region', { name: 'Ready for duty' });
  const open = ready.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  const well = ready.getByRole('list', { name: 'Well' }).getByRole('listitem');
  await expect(ready.getByRole('status')).toHaveText('5 of 11 checks are well');
  await expect(open).toHaveCount(6);
  await expect(open.first()).toContainText('Needs attention: Only one person is an administrator');

  await open.first().getByRole('link', { name: 'Open People' }).click();
  await guard.getByLabel('Role of colleague@gmail.com').selectOption('Administrator');
  await expect(toast(guard, 'Success', 'colleague@gmail.com is administrator now')).toBeVisible();
  await guard.goBack();
  await expect(well.filter({ hasText: '2 people are administrators' })).toBeVisible();

  // What is put right elsewhere is seen without a reload.
  await account.calls('PUT', '/api/duty', { on: true });
  const rungs = [{ after_s: 60, receivers: [{ kind: 'ntfy', topic: 'guards' }] }];
  const policy = { time_zone: 'UTC', stale_after_minutes: 10, rules: [{ name: 'All', min_level: 1, rungs }] };
  await account.calls('PUT', '/api/escalation/policy', { version: 0, policy });
  await expect(ready.getByRole('status')).toHaveText('8 of 11 checks are well', LOOKS_AGAIN);
  await server.isBackedUpTo(path.join(testInfo.outputPath(), 'backup'));
  await expect(well.filter({ hasText: 'The last backup is less than a day old' })).toBeVisible(LOOKS_AGAIN);
  for (const one of [account, colleague]) await hasApp(one);
  await expect(well.filter({ hasText: 'Every administrator has a second factor' })).toBeVisible(LOOKS_AGAIN);
  await expect(open).toHaveCount(1);
  await expect(open).toContainText('Gate camera was never heard of');
  await heartbeatOf(device, account);
  await expect(ready.getByRole('status')).toHaveText('All 11 checks are well', LOOKS_AGAIN);
  await expect(open).toHaveCount(0);
});

test('a setting is found by its meaning, its password is hidden and its name is copied', async ({ guard, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await guard.goto('/settings');
  const search = guard.getByLabel('Search');
  const count = guard.getByRole('search').getByRole('status');
  await expect(count).toHaveText(/^\d\d settings$/);
  await search.fill('the mail server');
  await expect(count).toHaveText('1 setting');
  const row = guard.getByRole('row').filter({ hasText: 'SMTP_URL' });
  await expect(row).toContainText('smtp://ana:***@127.0.0.1:9');
  await expect(row).toContainText('Environment');
  await row.getByRole('button', { name: 'Copy SMTP_URL' }).click();
  await expect(toast(guard, 'Success', 'SMTP_URL is copied')).toBeVisible();
  expect(await guard.evaluate(() => navigator.clipboard.readText())).toBe('SMTP_URL');

  await search.fill('SESSION_SECRET');
  await expect(guard.getByRole('row').filter({ hasText: 'SESSION_SECRET' })).toContainText('setGenerated');
  await search.fill('no such thing');
  await expect(guard.getByText('No setting matches.')).toBeVisible();
});

test('by keyboard, a check leads to its setting', async ({ guard }) => {
  await guard.goto('/settings');
  const finder = guard.getByRole('button', { name: 'Find WEBHOOK_SECRET' });
  await finder.focus();
  await guard.keyboard.press('Enter');
  await expect(guard.getByLabel('Search')).toBeFocused();
  await expect(guard.getByLabel('Search')).toHaveValue('WEBHOOK_SECRET');
  await guard.keyboard.press('Tab');
  await expect(guard.getByRole('button', { name: 'Copy WEBHOOK_SECRET' })).toBeFocused();
});

test.describe('while the server is gone', () => {
  test.use({ expectedErrors: [/ERR_/] });

  test('the page keeps what it has and says how old it is', async ({ guard, server }) => {
    await guard.goto('/settings');
    const status = guard.getByRole('region', { name: 'Ready for duty' }).getByRole('status');
    await expect(status).toHaveText(/^\d of 11 checks are well$/);
    await server.isKilled();
    const old = guard.getByRole('alert').filter({ hasText: 'Not updated since' });
    await expect(old).toBeVisible(LOOKS_AGAIN);
    await expect(status).toHaveText(/^\d of 11 checks are well$/);
    await server.starts();
    await expect(old).toHaveCount(0, LOOKS_AGAIN);
  });
});

test('whoever is no administrator finds no entry, and the page says why it is empty', async ({
  browser,
  server,
  account,
}) => {
  await account.calls('GET', '/api/settings');
  const colleague = await anAccount(server, 'colleague@gmail.com', 'supervisor');
  const context = await browser.newContext({ baseURL: server.url });
  await colleague.signsInTo(context);
  const page = await context.newPage();
  await page.goto('/settings');
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toContainText(
    'Your role, supervisor, does not allow this',
  );
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Escalation' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toHaveCount(0);
  await context.close();
});

for (const width of widths) {
  test(`the settings comply with WCAG 2.2 AA at ${width} px`, async ({ guard }) => {
    await guard.setViewportSize({ width, height: 800 });
    await guard.goto('/settings');
    await expect(guard.getByRole('table', { name: 'Network' })).toBeVisible();
    await expectAccessible(guard);
    expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await guard.getByLabel('Search').fill('no such thing');
    await expect(guard.getByText('No setting matches.')).toBeVisible();
    await expectAccessible(guard);
  });
}

test.describe('without a team', () => {
  test.use({ settings: {} });

  test('there is no such page', async ({ guard }) => {
    await guard.goto('/settings');
    await expect(guard.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  });
});
