import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { anAccount } from '../../fixtures/account.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test.use({ settings: { TEAM: 'true' }, expectedErrors: [/40[139] \((Unauthorized|Forbidden|Conflict)\)/] });

test('an administrator finds a colleague, gives a role, and the colleague can do more at once', async ({
  guard,
  server,
}) => {
  const colleague = await anAccount(server, 'colleague@gmail.com', 'guard');
  await expect(colleague.calls('DELETE', '/api/detections/all')).rejects.toThrow('403');
  await guard.goto('/dashboard');
  await guard.getByRole('button', { name: 'Account menu' }).click();
  await guard.getByRole('menuitem', { name: 'People' }).click();
  await expect(guard.getByRole('status').filter({ hasText: '2 people' })).toBeVisible();
  await guard.getByLabel('Search').fill('colleague');
  await expect(guard.getByRole('status').filter({ hasText: '1 person' })).toBeVisible();
  const role = guard.getByLabel('Role of colleague@gmail.com');
  await expect(role).toHaveValue('guard');
  await role.selectOption('Supervisor');
  await expect(toast(guard, 'Success', 'colleague@gmail.com is supervisor now')).toBeVisible();
  await expect(role).toHaveValue('supervisor');
  expect((await colleague.calls('DELETE', '/api/detections/all')).status).toBe(200);
});

test('a suspended colleague sees the login within a second and cannot sign in until admitted', async ({
  guard,
  browser,
  server,
}) => {
  const colleague = await anAccount(server, 'colleague@gmail.com', 'guard');
  const context = await browser.newContext({ baseURL: server.url });
  await colleague.signsInTo(context);
  const screen = await context.newPage();
  await screen.goto('/dashboard');
  await expect(screen.getByRole('status', { name: 'Connection' })).toHaveText('Live');

  await guard.goto('/people');
  const row = guard.getByRole('row').filter({ hasText: 'colleague@gmail.com' });
  await row.getByRole('button', { name: 'Suspend' }).click();
  await guard.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(row.getByText(/^Suspended /)).toBeVisible();
  const login = screen.getByRole('dialog');
  await expect(login.getByLabel('Password', { exact: true })).toBeVisible();
  await login.getByLabel('Email').fill(colleague.email);
  await login.getByLabel('Password', { exact: true }).fill(colleague.password);
  await login.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(screen.getByText('This account is suspended. An administrator can let you in again.')).toBeVisible();

  await row.getByRole('button', { name: 'Admit' }).click();
  await expect(row.getByText(/^Suspended /)).toHaveCount(0);
  await login.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(login).toHaveCount(0);
  await context.close();
});

test('sessions are ended one by one or together, and the last administrator stays', async ({
  guard,
  server,
  account,
}) => {
  await anAccount(server, 'colleague@gmail.com', 'guard');
  await guard.goto('/people');
  const row = guard.getByRole('row').filter({ hasText: 'colleague@gmail.com' });
  await row.getByRole('button', { name: 'Access' }).click();
  const dialog = guard.getByRole('dialog', { name: 'Access' });
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('listitem').getByRole('button').click();
  await expect(dialog.getByText('Signed in nowhere.')).toBeVisible();
  await guard.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const own = guard.getByLabel(`Role of ${account.email}`);
  await own.selectOption('Guard');
  await expect(toast(guard, 'Error', 'This is the last administrator: make somebody else one first')).toBeVisible();
  await expect(own).toHaveValue('administrator');
});

test('whoever is no administrator finds no entry, and the page says why it is empty', async ({
  browser,
  server,
  account,
}) => {
  await account.calls('GET', '/api/people');
  const colleague = await anAccount(server, 'colleague@gmail.com', 'supervisor');
  const context = await browser.newContext({ baseURL: server.url });
  await colleague.signsInTo(context);
  const page = await context.newPage();
  await page.goto('/people');
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toContainText(
    'Your role, supervisor, does not allow this',
  );
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Escalation' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'People' })).toHaveCount(0);
  await context.close();
});

for (const width of widths) {
  test(`the people comply with WCAG 2.2 AA at ${width} px`, async ({ guard, server }) => {
    await anAccount(server, 'colleague@gmail.com', 'guard');
    await guard.setViewportSize({ width, height: 800 });
    await guard.goto('/people');
    await expect(guard.getByRole('table')).toBeVisible();
    await expectAccessible(guard);
    await guard.getByRole('button', { name: 'Access of colleague@gmail.com' }).click();
    await expect(guard.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
    await expectAccessible(guard);
  });
}

test('whose role is lowered meanwhile reads why an action was refused, and nothing is lost', async ({
  guard,
  browser,
  server,
  device,
}) => {
  const id = await device.reports();
  const colleague = await anAccount(server, 'colleague@gmail.com', 'supervisor');
  const context = await browser.newContext({ baseURL: server.url });
  await colleague.signsInTo(context);
  const page = await context.newPage();
  page.on('dialog', (dialog) => dialog.accept());
  await dashboardOf(page).opens();
  const clear = page.getByRole('button', { name: 'Clear All Detections' });
  await expect(clear).toBeVisible();
  await guard.goto('/people');
  await guard.getByLabel('Role of colleague@gmail.com').selectOption('Guard');
  await expect(toast(guard, 'Success', 'colleague@gmail.com is guard now')).toBeVisible();
  await clear.click();
  await expect(toast(page, 'Error', 'Your role, guard, does not allow this')).toBeVisible();
  await expect(dashboardOf(page).cardOf(id)).toBeVisible();
  await context.close();
});
