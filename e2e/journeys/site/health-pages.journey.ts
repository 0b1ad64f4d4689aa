import { presses } from '../../fixtures/account-forms.ts';
import { controlsRequestTimeouts } from '../../fixtures/request-timeouts.ts';
import { aDatabase } from '../../fixtures/servers/database.ts';
import { expect, test } from '../../fixtures/test.ts';

test('the health check runs on opening the page, and again by its button', async ({ guard, account, device }) => {
  await device.reports();
  await guard.goto('/api-test');
  await expect(guard.getByText('4 of 4 passed')).toBeVisible();
  const part = (name: string) => guard.getByRole('group', { name, exact: true });
  await expect(part('Server')).toContainText('The server is running');
  await expect(part('Session')).toContainText(account.email);
  await expect(part('Detections')).toContainText('Detections stored1');
  await device.reports();
  await presses(guard, 'Run Health Check');
  await expect(part('Detections')).toContainText('Detections stored2');
});

test('the database health check shows the number of stored detections', async ({ guard, device }) => {
  await device.reports();
  await guard.goto('/db-test-hook');
  await expect(guard.getByText('2 of 2 passed')).toBeVisible();
  await expect(guard.getByRole('group', { name: 'Database', exact: true })).toContainText('The server is ready');
  await expect(guard.getByRole('group', { name: 'Detections in the database' })).toContainText('Detections stored1');
});

test.describe('a visitor', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('sees public results, and 401 for the others', async ({ page }) => {
    await page.goto('/api-test');
    await expect(page.getByText('3 of 4 passed')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Session', exact: true })).toContainText('Nobody');
    await expect(page.getByRole('group', { name: 'Detections', exact: true }).getByRole('alert')).toContainText('401');
    await page.goto('/db-test-hook');
    await expect(page.getByText('1 of 2 passed')).toBeVisible();
  });
});

test.describe('failures', () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED|status of 50[03]/] });

  test('a stopped server is shown as Network Error for every call', async ({ guard, server }) => {
    await guard.goto('/api-test');
    await expect(guard.getByText('4 of 4 passed')).toBeVisible();
    await server.isKilled();
    await presses(guard, 'Run Health Check');
    await expect(guard.getByText('0 of 4 passed')).toBeVisible();
    for (const alert of await guard.getByRole('alert').all()) await expect(alert).toHaveText('Network Error');
    await server.starts();
    await presses(guard, 'Run Health Check');
    await expect(guard.getByText('4 of 4 passed')).toBeVisible();
  });

  test('a server that does not respond times out after ten seconds', async ({ guard }) => {
    await guard.route('**/api/health', () => undefined);
    await controlsRequestTimeouts(guard);
    const asked = guard.waitForRequest('**/api/health');
    await guard.goto('/api-test');
    await asked;
    await guard.clock.fastForward(10_000);
    const part = guard.getByRole('group', { name: 'Server', exact: true });
    await expect(part.getByRole('alert')).toHaveText('Network Error');
    await expect(guard.getByRole('log')).toContainText(/GET \/api\/health: Network Error after 1\d{4} ms/);
  });
});

const withDatabase = test.extend<{ database: Awaited<ReturnType<typeof aDatabase>> }>({
  // Playwright derives the needed fixtures from this parameter: none of ours.
  database: async ({ browserName: _ }, use) => {
    const database = await aDatabase();
    await use(database);
    await database.isDropped();
  },
  settings: async ({ database }, use) => use({ DATABASE_URL: database.url }),
});

withDatabase.describe('with PostgreSQL', () => {
  withDatabase.use({ expectedErrors: [/status of 50[03]/] });

  withDatabase('a lost database is distinguished from a lost server', async ({ guard, database }) => {
    await guard.goto('/db-test-hook');
    await expect(guard.getByText('2 of 2 passed')).toBeVisible();
    await database.isDropped();
    const ready = guard.getByRole('group', { name: 'Database', exact: true });
    // The response may be a second old.
    await expect(async () => {
      await presses(guard, 'Check Database');
      await expect(ready.getByRole('alert')).toContainText('The database does not answer', { timeout: 1_000 });
    }).toPass();
    await expect(ready.getByRole('alert')).toContainText('503');
  });
});
