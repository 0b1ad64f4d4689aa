import { PAGE_PATHS, TEAM_PATHS } from '@vedette/contract/pages';
import { expect, test } from '../../fixtures/test.ts';

test.use({ expectedErrors: [/status of 404.*\/nowhere\)$/] });

test('every page has the navigation and the footer', async ({ page }) => {
  await page.goto('/');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Articles', '/articles'],
    ['Home', '/'],
  ] as const) {
    await navigation.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Toggle colour mode' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();

  const footer = page.getByRole('contentinfo');
  for (const [name, host] of [
    ['GitHub', 'github.com'],
    ['LinkedIn', 'linkedin.com'],
    ['X', 'x.com'],
  ] as const) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      new RegExp(`//(www.)?${host}/`),
    );
  }
  await expect(footer.getByRole('link', { name: 'security@vedette.example' })).toHaveAttribute(
    'href',
    'mailto:security@vedette.example',
  );
  await expect(footer.getByText(`© ${new Date().getFullYear()} Vedette`)).toBeVisible();
});

test('the project overview shows the architecture and links to other pages', async ({ page }) => {
  await page.goto('/project-overview');
  await expect(page).toHaveTitle('Project Overview · Vedette');
  for (const name of ['Edge Detection Layer', 'Backend', 'Frontend Dashboard']) {
    await expect(
      page.getByRole('region', { name: 'System Architecture' }).getByRole('heading', { name }),
    ).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Core Technologies' })).toBeVisible();
  const features = page.getByRole('region', { name: 'Security Features' });
  for (const name of [
    'Threat Detection',
    'Confidence Scoring',
    'Real-time Alerts',
    'Evidence Capture',
    'Location Tracking',
    'Manual Override by Officers',
  ]) {
    await expect(features.getByRole('heading', { name })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL('/auth?from=project-overview&action=get-started');
  await expect(page.getByText('To view the dashboard, please sign up first!')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('the about page has one card with the team', async ({ page }) => {
  await page.goto('/about');
  await expect(page).toHaveTitle('About Us · Vedette');
  await expect(page.getByRole('heading', { name: 'About Us', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Team Member' })).toHaveCount(1);
  await expect(page.getByText('Role', { exact: true })).toHaveCount(1);
});

test('an unknown address says so and links to the home page', async ({ page }) => {
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect(page).toHaveTitle('Page not found · Vedette');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('no page is answered as an unknown address', async ({ guard }) => {
  // One of the pages requests the health of a development server.
  const headers = { 'access-control-allow-origin': '*' };
  await guard.route('http://localhost:5000/**', (route) => route.fulfill({ headers, json: {} }));
  for (const path of PAGE_PATHS.filter((page) => !(TEAM_PATHS as readonly string[]).includes(page))) {
    expect((await guard.goto(path))?.status(), path).toBe(200);
    await expect(guard.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(guard, path).not.toHaveTitle(/not found/);
  }
});

test('each page has a description, and its linked files exist', async ({ page, request }) => {
  const descriptions = new Set<string | null>();
  const paths = ['/', '/project-overview', '/about', '/contact', '/articles', '/auth', '/register', '/reset-password'];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const description = page.locator('meta[name="description"]');
    await expect(description).toHaveCount(1);
    descriptions.add(await description.getAttribute('content'));
  }
  expect(descriptions.size).toBe(paths.length);

  for (const [path, type] of [
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/robots.txt', 'text/plain'],
    ['/icon.svg', 'image/svg+xml'],
    ['/icon-192.png', 'image/png'],
    ['/icon-512.png', 'image/png'],
    ['/icon-maskable-512.png', 'image/png'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/favicon.ico', 'image/'],
    ['/share.png', 'image/png'],
  ] as const) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['content-type'], path).toContain(type);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the links are in a menu, which works by keyboard', async ({ page }) => {
    await page.goto('/');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    await expect(navigation).toBeHidden();
    await button.press('Enter');
    await expect(navigation.getByRole('link', { name: 'Articles' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(navigation).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await navigation.getByRole('link', { name: 'Articles' }).click();
    await expect(page).toHaveURL('/articles');
    await expect(navigation).toBeHidden();
  });

  test('no public page is wider than the screen', async ({ page }) => {
    for (const path of ['/', '/project-overview', '/about', '/contact', '/articles', '/nowhere']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(tooWide, path).toBeLessThanOrEqual(0);
    }
  });
});
