import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { notesAlerts } from '../../fixtures/alerts.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';

const START = Date.now() - 3_600_000;
/** A moment of the last hour, some seconds after its beginning. */
const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString();

test('repeats are one card that counts, and ring once', async ({ guard, device }) => {
  const alerts = await notesAlerts(guard);
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  await guard.getByRole('button', { name: 'Enable sound' }).click();
  await expect.poll(alerts.sounds).toBe(1);
  const cards = guard.getByRole('article');
  const group = guard.getByRole('switch', { name: 'Group repeats' });
  await expect(group).not.toBeChecked();
  await device.reports({ timestamp: at(0) });
  await device.reports({ timestamp: at(10) });
  await expect(cards).toHaveCount(2);

  await group.focus();
  await guard.keyboard.press('Space');
  await expect(group).toBeChecked();
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('2 sightings');
  const before = await alerts.sounds();
  await device.reports({ timestamp: at(20) });
  await expect(cards).toContainText('3 sightings');
  await device.reports({ timestamp: at(20), weapon_type: 'Pistol' });
  await expect(cards).toHaveCount(2);
  await expect.poll(alerts.sounds).toBe(before + 1);
  await expect(guard.getByRole('heading', { name: 'High Priority Threats (4)' })).toBeVisible();

  // Remembered, also by another tab; without it each detection has its card again.
  await guard.reload();
  await expect(cards).toHaveCount(2);
  await guard.getByRole('switch', { name: 'Group repeats' }).click();
  await expect(cards).toHaveCount(4);
});

test('a late report makes two incidents one on the screen', async ({ guard, device }) => {
  await guard.addInitScript(() => localStorage.setItem('vedette.group-repeats', 'true'));
  await device.reports({ timestamp: at(0) });
  await device.reports({ timestamp: at(100) });
  await dashboardOf(guard).opens();
  const cards = guard.getByRole('article');
  await expect(cards).toHaveCount(2);
  await device.reports({ timestamp: at(50) });
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('3 sightings');
});

test('an incident has a page, which keys walk and events change', async ({ guard, device }) => {
  await guard.addInitScript(() => localStorage.setItem('vedette.group-repeats', 'true'));
  const ids: number[] = [];
  for (const seconds of [0, 10, 20]) {
    ids.push(await device.reports({ timestamp: at(seconds), metrics: { cpu_usage: 40 + seconds }, confidence: 0.9 }));
  }
  await dashboardOf(guard).opens();
  await guard.getByRole('link', { name: '3 sightings' }).focus();
  await guard.keyboard.press('Enter');
  await expect(guard).toHaveURL(/\/incidents\/1$/);
  await expect(guard.getByRole('heading', { name: 'Rifle' })).toBeVisible();
  const strip = guard.getByRole('radiogroup', { name: 'Sightings' }).getByRole('radio');
  await expect(strip).toHaveCount(3);
  // Among pictures of the same confidence the newest is the best.
  await expect(strip.nth(2)).toBeChecked();
  await strip.nth(2).focus();
  await guard.keyboard.press('ArrowLeft');
  await expect(strip.nth(1)).toBeChecked();
  await expect(strip.nth(1)).toBeFocused();
  await expect(guard.getByRole('img', { name: `Frame of detection ${ids[1]}` }).last()).toBeVisible();
  await expect(guard.getByText('50%', { exact: true })).toBeVisible();
  await guard.keyboard.press('Home');
  await expect(strip.nth(0)).toBeChecked();
  await guard.keyboard.press('ArrowLeft');
  await expect(strip.nth(0)).toBeFocused();

  const timeline = guard.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await expect(timeline).toHaveText([/^Seen\d/, /^Seen again/, /^Seen again/]);
  await device.reports({ timestamp: at(30) });
  await expect(strip).toHaveCount(4);
  await expect(timeline).toHaveCount(4);
  // What is looked at stays.
  await expect(strip.nth(0)).toBeChecked();
  await guard.getByRole('link', { name: 'Gate camera' }).click();
  await expect(guard).toHaveURL(`/devices/${device.id}`);
});

test.describe('addresses', () => {
  test.use({ expectedErrors: [/404 \(Not Found\).*\/api\/incidents\/77/] });

  test('the address of an incident that became part of another leads there; others lead nowhere', async ({
    guard,
    device,
  }) => {
    for (const seconds of [0, 100, 50]) await device.reports({ timestamp: at(seconds) });
    await guard.goto('/incidents/2');
    await expect(guard).toHaveURL(/\/incidents\/1$/);
    await expect(guard.getByRole('radio')).toHaveCount(3);
    await guard.goto('/incidents/77');
    await expect(guard.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});

test.describe('the wall', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test('groups in any case: repeats neither ring nor push the others away', async ({ guard, device }) => {
    const alerts = await notesAlerts(guard);
    await guard.addInitScript(() => localStorage.setItem('vedette.alerts', '{"sound":true}'));
    await device.reports({ weapon_type: 'Pistol', location: 'Loading dock', timestamp: at(0) });
    await guard.goto('/dashboard?wall');
    const main = guard.getByRole('article');
    await expect(main).toContainText('Loading dock');
    await guard.mouse.click(5, 5);
    for (const seconds of [10, 20, 30]) await device.reports({ location: 'Turnstiles', timestamp: at(seconds) });
    const earlier = guard.getByRole('listitem');
    await expect(guard.getByRole('heading', { name: '4 Active Weapon Threat(s) Detected!' })).toBeVisible();
    await expect(earlier).toHaveCount(1);
    await expect.poll(alerts.sounds).toBe(1);
  });
});

for (const width of widths) {
  test.describe(`WCAG 2.2 AA, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('grouped threats and an incident', async ({ guard, device }) => {
      await guard.addInitScript(() => localStorage.setItem('vedette.group-repeats', 'true'));
      for (const seconds of [0, 10, 20]) await device.reports({ timestamp: at(seconds) });
      await guard.goto('/dashboard');
      await expect(guard.getByRole('link', { name: '3 sightings' })).toBeVisible();
      await expectAccessible(guard);
      expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await guard.goto('/incidents/1');
      await expect(guard.getByRole('radio')).toHaveCount(3);
      await expect(guard.getByRole('img', { name: /^Frame of detection 3/ }).last()).toBeVisible();
      await expectAccessible(guard);
      expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  });
}
