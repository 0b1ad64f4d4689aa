import { choosesInMenu, presses } from '../../fixtures/account-forms.ts';
import { test } from '../../fixtures/servers/local-server.ts';
import { expect } from '../../fixtures/test.ts';

// A browser logs every request without a response.
test.use({ expectedErrors: [/localhost:5000/] });

const health = JSON.stringify({ success: true, message: 'Flask is up', timestamp: '2026-11-20T22:00:00Z' });

test('the page reports that no local server listens, and shows its response when one does', async ({
  page,
  localServer,
}) => {
  await page.goto('/simple-api-test');
  const local = page.getByRole('group', { name: 'Local development server' });
  await expect(local.getByRole('alert')).toContainText('Nothing listens at http://localhost:5000');
  await expect(page.getByRole('group', { name: 'This server' })).toContainText('The server is running');
  await expect(page.getByText('1 of 2 passed')).toBeVisible();

  const asked: (string | undefined)[] = [];
  await localServer.answers((request, response) => {
    asked.push(request.url, request.headers.cookie);
    response.setHeader('access-control-allow-origin', '*').end(health);
  });
  await presses(page, 'Run Simple Health Check');
  await expect(local).toContainText('Flask is up');
  await expect(page.getByText('2 of 2 passed')).toBeVisible();
  // The local server gets its own path, without the headers of this product.
  expect(asked).toEqual(['/api/health', undefined]);
});

test('the page distinguishes a failing or unreadable local server from a missing one', async ({
  page,
  localServer,
}) => {
  await localServer.answers((_request, response) => {
    response.writeHead(500, { 'access-control-allow-origin': '*' });
    response.end(JSON.stringify({ success: false, message: 'No database here' }));
  });
  await page.goto('/simple-api-test');
  const local = page.getByRole('group', { name: 'Local development server' });
  await expect(local.getByRole('alert')).toHaveText('No database here');
  await localServer.answers((_request, response) => response.end(health));
  await presses(page, 'Run Simple Health Check');
  await expect(local.getByRole('alert')).toContainText('Something listens at http://localhost:5000');
});

test('a document without permission to call the local server says so', async ({ page }) => {
  await page.route('**/simple-api-test', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': "connect-src 'self'" };
    await route.fulfill({ response, headers });
  });
  await page.goto('/simple-api-test');
  const local = page.getByRole('group', { name: 'Local development server' });
  await expect(local.getByRole('alert')).toContainText('The security policy of this page does not let it call');
});

test('only its own document may call the local server, so the menu and Back load that document', async ({ guard }) => {
  const calls: string[] = [];
  guard.on('request', (request) => request.url().startsWith('http://localhost:5000') && calls.push(request.url()));
  const policyOf = async (path: string) => {
    const headers = (await guard.request.get(path)).headers();
    return /connect-src [^;]*/.exec(headers['content-security-policy'] ?? '')?.[0];
  };
  expect(await policyOf('/api-test')).toBe("connect-src 'self'");
  expect(await policyOf('/dashboard')).toBe("connect-src 'self'");
  expect(await policyOf('/simple-api-test')).toBe("connect-src 'self' http://localhost:5000");

  await guard.goto('/api-test');
  const documents: string[] = [];
  guard.on('request', (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname));
  await choosesInMenu(guard, 'Simple Health Check');
  await expect(guard.getByText('1 of 2 passed')).toBeVisible();
  expect(documents).toEqual(['/simple-api-test']);

  await guard.goto('/about');
  await guard.evaluate(() => {
    history.pushState(null, '', '/simple-api-test');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(guard.getByText('Nothing listens at', { exact: false }).first()).toBeVisible();
  expect(documents.at(-1)).toBe('/simple-api-test');
});
