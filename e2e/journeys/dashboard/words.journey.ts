import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';

test('weapon types begin with a capital wherever people read them; the data keeps its spelling', async ({
  guard,
  account,
  device,
}) => {
  const id = await device.reports({ weapon_type: 'rifle' });
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  await expect(dashboard.cardOf(id).getByRole('heading')).toHaveText(`Rifle#${id}`);
  await expect(guard.getByRole('region', { name: 'Active threats' })).toContainText(', Rifle, ');
  await dashboard.shows('Recent Detections');
  await expect(dashboard.cardOf(id).getByRole('heading')).toHaveText(`Rifle#${id}`);
  await dashboard.shows('Statistics');
  await expect(guard.getByRole('link', { name: /^Rifle/ }).first()).toBeVisible();
  const asked = new Promise<string>((resolve) => {
    guard.once('dialog', (dialog) => {
      resolve(dialog.message());
      void dialog.dismiss();
    });
  });
  await guard.goto('/dashboard?view=history&weapon_type=RIFLE');
  await expect(guard.getByRole('article').getByRole('heading')).toHaveText(`Rifle#${id}`);
  await guard.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  expect(await asked).toContain('(Rifle, ');
  await guard.goto('/dashboard?wall');
  await expect(guard.getByRole('main')).toContainText('Rifle');
  const answer = await account.calls('GET', `/api/detections/${id}`);
  expect(await answer.text()).toContain('"weapon_type":"rifle"');
});

test('a filtered history says how many match', async ({ guard, device }) => {
  for (let count = 0; count < 3; count += 1) await device.reports({ weapon_type: 'rifle', frame: null });
  await device.reports({ weapon_type: 'Knife', frame: null });
  await guard.goto('/dashboard?view=history&weapon_type=rifle');
  await expect(guard.getByRole('heading', { name: 'Matching Detections (3)' })).toBeVisible();
});

test('more than a thousand matches are counted up to 1,000+', async ({ guard }) => {
  await guard.route('**/api/detections/matching?*', (route) =>
    route.fulfill({ json: { success: true, count: 1_000, more: true } }),
  );
  await guard.goto('/dashboard?view=history&weapon_type=rifle');
  await expect(guard.getByRole('heading', { name: 'Matching Detections (1,000+)' })).toBeVisible();
});

test.describe('in a language with AM and PM', () => {
  test.use({ locale: 'en-US' });

  test('a period has times of 24 hours, and says what is wrong with one', async ({ guard, device }) => {
    const at = new Date();
    at.setUTCHours(13, 30, 0, 0);
    at.setUTCDate(at.getUTCDate() - 1);
    await device.reports({ frame: null, timestamp: at.toISOString() });
    await guard.goto('/dashboard?view=history&period=custom');
    const time = guard.getByLabel('From, time');
    await guard.getByLabel('From', { exact: true }).fill(at.toISOString().slice(0, 10));
    await expect(time).toHaveValue('00:00');
    // In Jerusalem it was two or three hours later.
    await time.fill('23:59');
    await expect(guard.getByText('No detection matches these filters')).toBeVisible();
    await time.fill('25:00');
    await expect(guard.getByText('Write the time as 00:00 to 23:59')).toBeVisible();
    await time.fill('13:30');
    await expect(guard.getByRole('article')).toHaveCount(1);
    await guard.reload();
    await expect(time).toHaveValue('13:30');
  });
});

test('a password can be shown, and the caret stays', async ({ page }) => {
  await page.goto('/auth');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('correct horse');
  await password.press('Home');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toBeFocused();
  await page.keyboard.type('a ');
  await expect(password).toHaveValue('a correct horse');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('every password field has a button that shows it', async ({ page, account, context }) => {
  const shows = async (count: number) => {
    await expect(page.locator('input[type=password]')).toHaveCount(count);
    await expect(page.getByRole('button', { name: /^Show .*password$/ })).toHaveCount(count);
  };
  await page.goto('/auth');
  await shows(1);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await shows(2);
  await page.goto('/register');
  await shows(2);
  await page.goto('/reset-password?token=any');
  await shows(2);
  await page.goto('/auth-test');
  await shows(1);
  await page.goto('/login');
  await shows(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
  await shows(2);
  await account.signsInTo(context);
  await page.goto('/profile');
  await shows(2);
});

test('sign-up names the accepted mail providers before an address is typed', async ({ page }) => {
  await page.goto('/auth?from=home&action=get-started');
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(/^Accepted here: gmail\.com, /);
});

test('the features on Home lead on with a text of their own', async ({ page }) => {
  await page.goto('/');
  const features = page.getByRole('region', { name: 'Key Features' });
  await expect(features.getByText(/^(How|What) /)).toHaveText([
    'How a weapon is recognised',
    'How a report arrives',
    'What the dashboard is built of',
  ]);
});

test('Home shows the product itself, in the colours of the page', async ({ page }) => {
  await page.goto('/');
  const picture = page.getByRole('img', { name: /^The Vedette dashboard/ });
  for (const mode of ['light', 'dark']) {
    await expect(picture).toHaveAttribute('src', new RegExp(`dashboard-${mode}-`));
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1_350);
    await page.getByRole('button', { name: 'Toggle colour mode' }).click();
  }
});
