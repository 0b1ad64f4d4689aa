import { choosesInMenu, presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';
import { developerPages } from '../../fixtures/test-pages/developer-pages.ts';

// The requests of a visitor are refused, and the local development server may be missing.
test.use({ expectedErrors: [/status of 401|localhost:5000/] });

test('the menu and the profile link a signed-in user to each page', async ({ guard }) => {
  for (const { path, title } of developerPages) {
    await guard.goto('/about');
    await choosesInMenu(guard, title);
    await expect(guard).toHaveURL(path);
    await expect(guard.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(guard).toHaveTitle(`${title} · Vedette`);
  }
  await guard.goto('/profile');
  for (const { path, title } of developerPages) {
    await expect(guard.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', path);
  }
});

test('a visitor may open the pages, but has no links to them', async ({ page }) => {
  await page.goto('/');
  for (const { path } of developerPages) await expect(page.locator(`a[href="${path}"]`)).toHaveCount(0);
  for (const { path, title } of developerPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  }
});

test('logging in shows the data, and logging out hides it', async ({ guard, device }) => {
  const id = await device.reports();
  await guard.goto('/hooks-test');
  await expect(guard.getByText(`#${id}`)).toBeVisible();
  await choosesInMenu(guard, 'Logout');
  await expect(guard).toHaveURL('/');
  await guard.goto('/hooks-test');
  await expect(guard.getByRole('alert').first()).toContainText('401');
  await expect(guard.getByText(`#${id}`)).toHaveCount(0);
});

test('the log scrolls to its newest line, keeps the position of a reader, and can be cleared', async ({ guard }) => {
  await guard.goto('/api-test');
  const log = guard.getByRole('log', { name: 'Call log' });
  const fromTheEnd = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  for (const round of [1, 2, 3, 4, 5, 6]) {
    await expect(guard.getByText('4 of 4 passed')).toBeVisible();
    await expect(log.locator('p')).toHaveCount(4 * round);
    if (round < 6) await presses(guard, 'Run Health Check');
  }
  expect(await log.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
  expect(await fromTheEnd()).toBeLessThan(2);
  await log.focus();
  await guard.keyboard.press('Home');
  await expect.poll(() => log.evaluate((box) => box.scrollTop)).toBe(0);
  await presses(guard, 'Run Health Check');
  await expect(log.locator('p')).toHaveCount(28);
  expect(await log.evaluate((box) => box.scrollTop)).toBe(0);
  await presses(guard, 'Clear Log');
  await expect(log).toHaveText('Nothing has happened yet.');
});

for (const width of [360, 768, 1920]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('no page is wider than the screen', async ({ guard, device }) => {
      await device.reports({ location: 'A place whose name is as long as anybody has ever given to a place' });
      for (const { path, title } of developerPages) {
        await guard.goto(path);
        await expect(guard.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
        if (path === '/quick-api-test') {
          await presses(guard, 'Run All Tests');
          await expect(guard.getByText('Passed', { exact: true })).toHaveCount(3);
        }
        const tooWide = await guard.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(tooWide, path).toBeLessThanOrEqual(0);
      }
    });
  });
}
