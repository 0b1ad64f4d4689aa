import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { anAccount } from '../../fixtures/account.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ settings: { TEAM: 'true' }, expectedErrors: [/40[13] \((Unauthorized|Forbidden)\)|ERR_FAILED/] });

test('an administrator sees in plain words what happened, finds it by kind and person, and takes it along', async ({
  guard,
  server,
  account,
}) => {
  const colleague = await anAccount(server, 'colleague@gmail.com', 'supervisor');
  await account.calls('POST', '/api/devices', { name: 'North gate' });
  await colleague.calls('DELETE', '/api/detections/all');
  await guard.goto('/dashboard');
  await guard.getByRole('button', { name: 'Account menu' }).click();
  await guard.getByRole('menuitem', { name: 'Audit log' }).click();
  const rows = guard.getByRole('table', { name: 'Audit log' }).getByRole('row');
  const cleared = rows.filter({ hasText: 'colleague@gmail.com deleted all detections (0)' });
  const registered = rows.filter({ hasText: `${account.email} registered the device “North gate”` });
  await expect(cleared).toBeVisible();
  await expect(registered.getByText('127.0.0.1')).toBeVisible();
  await expect(rows.filter({ hasText: 'The server started as' })).toBeVisible();

  await guard.getByLabel('What').selectOption('Deletions');
  await expect(registered).toHaveCount(0);
  await expect(cleared).toBeVisible();
  await expect(guard).toHaveURL(/\?kind=deletions$/);
  await guard.getByLabel('Done by').fill(account.email);
  await guard.getByLabel('Done by').press('Enter');
  await expect(guard.getByText('Nothing in the log matches.')).toBeVisible();
  await guard.getByLabel('What').selectOption('Everything');
  await expect(registered).toBeVisible();
  await expect(cleared).toHaveCount(0);
  await guard.reload();
  await expect(guard.getByLabel('Done by')).toHaveValue(account.email);
  await expect(registered).toBeVisible();

  for (const [name, file, text] of [
    ['Download CSV', /^audit-.*\.csv$/, 'device.registered'],
    ['Download JSON Lines', /^audit-.*\.jsonl$/, '"kind":"device.registered"'],
  ] as const) {
    const [download] = await Promise.all([guard.waitForEvent('download'), guard.getByRole('link', { name }).click()]);
    expect(download.suggestedFilename()).toMatch(file);
    const content = (await (await download.createReadStream()).toArray()).join('');
    expect(content).toContain(text);
    expect(content).not.toContain('colleague@gmail.com');
  }
  await guard.reload();
  await expect(rows.filter({ hasText: 'exported the audit log as JSON lines' })).toBeVisible();
});

test('the details of an entry are opened by key, and lead to everything about the same thing', async ({
  guard,
  account,
}) => {
  const { device_id: id } = await account.calls('POST', '/api/devices', { name: 'North gate' }).then((it) => it.json());
  await account.calls('PATCH', `/api/devices/${id}`, { name: 'South gate' });
  await guard.goto('/audit');
  const row = guard.getByRole('row').filter({ hasText: 'registered the device' });
  await row.getByText('Details').focus();
  await guard.keyboard.press('Enter');
  await expect(row.getByRole('term').filter({ hasText: 'SHA-256' })).toBeVisible();
  await expect(row.getByRole('definition').filter({ hasText: 'North gate' })).toBeVisible();
  await guard.keyboard.press('Tab');
  await guard.keyboard.press('Enter');
  await expect(guard.getByRole('status').filter({ hasText: `2 shown, that is all, about device:${id}` })).toBeVisible();
  await guard.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(guard.getByRole('row').filter({ hasText: 'The server started as' })).toBeVisible();
});

test('each field of an entry has a name of its own', async ({ guard, account }) => {
  const token = { name: 'Nightly', scope: 'read' };
  const made = await account.calls('POST', '/api/auth/tokens', token).then((it) => it.json());
  await account.calls('DELETE', `/api/auth/tokens/${made.token.id}`);
  await guard.goto('/audit');
  const row = guard.getByRole('row').filter({ hasText: 'revoked the API token “Nightly”' });
  await row.getByText('Details').click();
  const terms = row.getByRole('term');
  await expect(terms.filter({ hasText: /^account$/ })).toHaveCount(1);
  const names = await terms.allTextContents();
  expect(names.map((name) => name.toLowerCase())).toEqual([...new Set(names.map((name) => name.toLowerCase()))]);
});

test('older entries follow by key, and days bound the list', async ({ guard, server, account }) => {
  const many = 120;
  for (let index = 0; index < many; index += 1)
    await account.calls('POST', '/api/devices', { name: `Camera ${index}` });
  expect(server.url).not.toBe('');
  await guard.goto('/audit?kind=devices');
  await expect(guard.getByRole('status').filter({ hasText: '100 shown, more below' })).toBeVisible();
  await guard.getByRole('button', { name: 'Load More' }).click();
  await expect(guard.getByRole('status').filter({ hasText: `${many} shown, that is all` })).toBeVisible();
  await guard.getByLabel('To', { exact: true }).fill('2020-01-31');
  await expect(guard.getByText('Nothing in the log matches.')).toBeVisible();
  await guard.getByLabel('From', { exact: true }).fill('2020-02-01');
  await expect(guard.getByText('It ends before it begins')).toBeVisible();
});

test('a log that cannot be loaded says so and is loaded again', async ({ guard }) => {
  await guard.route('**/api/audit', (route) => route.abort());
  await guard.goto('/audit');
  const failed = guard.getByRole('alert').filter({ hasText: 'The audit log could not be loaded' });
  await expect(failed).toBeVisible();
  await guard.unroute('**/api/audit');
  await failed.getByRole('button', { name: 'Try Again' }).click();
  await expect(guard.getByRole('table', { name: 'Audit log' })).toBeVisible();
});

test('whoever is no administrator finds no entry, and the page says why it is empty', async ({
  browser,
  server,
  account,
}) => {
  expect(account.email).not.toBe('');
  const colleague = await anAccount(server, 'colleague@gmail.com', 'supervisor');
  const context = await browser.newContext({ baseURL: server.url });
  await colleague.signsInTo(context);
  const page = await context.newPage();
  await page.goto('/audit');
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toContainText(
    'Your role, supervisor, does not allow this',
  );
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Escalation' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Audit log' })).toHaveCount(0);
  await context.close();
});

for (const width of widths) {
  test(`the audit log complies with WCAG 2.2 AA at ${width} px`, async ({ guard, account }) => {
    await account.calls('POST', '/api/devices', { name: 'North gate' });
    await guard.setViewportSize({ width, height: 800 });
    await guard.goto('/audit');
    await guard.getByRole('row').filter({ hasText: 'registered the device' }).getByText('Details').click();
    await expect(guard.getByRole('term').filter({ hasText: 'SHA-256' })).toBeVisible();
    await expectAccessible(guard);
    expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}
