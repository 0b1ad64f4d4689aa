import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 1920, height: 1080 } });

test('the wall shows one threat in full, without controls', async ({ guard, device }) => {
  const [first, second] = [await device.reports({ weapon_type: 'Pistol' }), await device.reports()];
  const dashboard = dashboardOf(guard);
  await guard.clock.install();
  await dashboard.opens();
  await guard.getByRole('link', { name: 'Wall screen' }).click();
  await expect(guard).toHaveURL('/dashboard?wall');
  await expect(guard.getByRole('heading', { name: '2 Active Weapon Threat(s) Detected!' })).toBeVisible();
  await expect(guard.getByRole('navigation')).toHaveCount(0);
  await expect(guard.getByRole('contentinfo')).toHaveCount(0);
  const newest = guard.getByRole('article');
  await expect(newest).toContainText('North gate');
  await expect(dashboard.cardOf(second)).toBeVisible();
  await dashboard.seesFrameOf(second);
  await expect(guard.getByRole('listitem').filter({ has: dashboard.frameOf(first) })).toBeVisible();

  // A threat of the same level replaces the shown one after 8 s.
  const third = await device.reports({ weapon_type: 'weapon', threat_level: 10, location: 'Loading dock' });
  await expect(dashboard.frameOf(third)).toBeVisible();
  await expect(newest).toContainText('North gate');
  await guard.clock.fastForward(8_000);
  await expect(newest).toContainText('Loading dock');
  await dashboard.seesFrameOf(third);
  const box = await dashboard.frameOf(third).boundingBox();
  expect(box?.width).toBeGreaterThan(1_000);
  expect(await guard.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_080);

  await guard.keyboard.press('Escape');
  await expect(guard).toHaveURL('/dashboard');
  await expect(guard.getByRole('heading', { name: 'Detection Dashboard' })).toBeVisible();
});

test('a threat of a higher level is shown at once, and the others are listed as earlier ones', async ({
  guard,
  device,
}) => {
  await device.reports({ threat_level: 8, location: 'Loading dock' });
  await guard.goto('/dashboard?wall');
  const main = guard.getByRole('article');
  await expect(main).toContainText('Loading dock');
  await device.reports({ threat_level: 10, location: 'Turnstiles', weapon_type: 'Pistol' });
  await expect(main).toContainText('Turnstiles');
  await expect(guard.getByRole('region', { name: 'Earlier active threats' })).toContainText('Loading dock');
});

test('the wall is dark unless its address contains light, and does not change the stored colour mode', async ({
  guard,
}) => {
  const page = guard.locator('html');
  await guard.emulateMedia({ colorScheme: 'light' });
  await guard.goto('/dashboard?wall');
  await expect(guard.getByRole('heading', { name: 'No weapon threat is active' })).toBeVisible();
  await expect(page).toHaveAttribute('data-colour-mode', 'dark');
  await guard.keyboard.press('Escape');
  await expect(guard.getByRole('heading', { name: 'Detection Dashboard' })).toBeVisible();
  await expect(page).toHaveAttribute('data-colour-mode', 'light');
  await guard.goto('/dashboard?wall=light');
  await expect(guard.getByRole('heading', { name: 'No weapon threat is active' })).toBeVisible();
  await expect(page).toHaveAttribute('data-colour-mode', 'light');
});

test('an empty wall says that there are no threats only while it is connected', async ({ guard, context }) => {
  await guard.goto('/dashboard?wall');
  await expect(guard.getByRole('heading', { name: 'No weapon threat is active' })).toBeVisible();
  await expect(guard.getByText(/^Live, last heard \d+ s ago$/)).toBeVisible();
  await context.setOffline(true);
  await expect(guard.getByRole('heading', { name: 'It is not known whether a threat is active' })).toBeVisible();
  await expect(guard.getByText(/No connection to the server\. This is \d+ s old, from \d\d:\d\d:\d\d\./)).toBeVisible();
  await context.setOffline(false);
  await expect(guard.getByRole('heading', { name: 'No weapon threat is active' })).toBeVisible({ timeout: 45_000 });
});

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/] });
