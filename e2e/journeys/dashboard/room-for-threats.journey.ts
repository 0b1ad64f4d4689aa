import type { Locator, Page } from '@playwright/test';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';

const WIDTHS = [360, 414, 640, 768, 1024, 1280, 1536, 1920];

test('the first card begins high on the screen of a phone and of a desktop', async ({ guard, device }) => {
  await device.reports({ frame: null });
  await guard.setViewportSize({ width: 360, height: 740 });
  await dashboardOf(guard).opens();
  const card = guard.getByRole('article').first();
  await expect(card).toBeVisible();
  expect(await topOf(card)).toBeLessThan(360);
  const counters = ['Total Detections', 'Active Threats', 'Last Hour'].map((name) =>
    guard.getByRole('group', { name }),
  );
  expect(new Set(await Promise.all(counters.map(topOf))).size).toBe(1);
  await guard.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => topOf(card)).toBeLessThan(380);
});

test('a card is low, and its buttons stand on one line at every width', async ({ guard, device }) => {
  await device.reports({ weapon_type: 'rifle', location: 'Main Entrance Hall' });
  await dashboardOf(guard).opens();
  const card = guard.getByRole('article').first();
  for (const width of WIDTHS) {
    await guard.setViewportSize({ width, height: 800 });
    // On a phone View Frame stands on the picture.
    const buttons = ['Expand Threat', 'System Metrics', 'Delete Threat', ...(width < 640 ? [] : ['View Frame'])];
    const tops = await Promise.all(buttons.map((name) => topOf(card.getByRole('button', { name }))));
    expect(new Set(tops).size, `at ${width} px`).toBe(1);
    const box = await card.boundingBox();
    if (width >= 640) expect(box?.height, `at ${width} px`).toBeLessThanOrEqual(230);
    expect(await sidewaysOf(guard), `at ${width} px`).toBe(0);
    expect(await ratioOf(card.getByRole('img'))).toBeCloseTo(16 / 9, 1);
  }
});

for (const { list, at, widths } of [
  { list: 'Recent Detections', at: '/dashboard?view=recent', widths: WIDTHS },
  { list: 'the history', at: '/dashboard?view=history', widths: WIDTHS },
  // Larger wall screens give the picture all the height that they have.
  { list: 'a small wall screen', at: '/dashboard?wall', widths: [360, 414, 640, 768] },
]) {
  test(`all of the picture's place in ${list} is picture at every width`, async ({ guard, device }) => {
    await device.reports({ weapon_type: 'rifle' });
    await guard.goto(at);
    const picture = guard.getByRole('article').getByRole('img');
    await expect(picture).toBeVisible();
    for (const width of widths) {
      await guard.setViewportSize({ width, height: 800 });
      await expect.poll(() => ratioOf(picture), `at ${width} px`).toBeCloseTo(16 / 9, 1);
      expect(await sidewaysOf(guard), `at ${width} px`).toBe(0);
    }
  });
}

test('a card shows the name of the device, and gives its long id to screen readers only', async ({ guard, device }) => {
  await device.reports();
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  for (const view of ['High Priority Threats', 'Recent Detections'] as const) {
    await dashboard.shows(view);
    const id = dashboard.cards.getByText(device.id, { exact: true });
    await expect.poll(async () => (await id.boundingBox())?.width).toBe(1);
  }
});

test('the focus moves nothing inside a card', async ({ guard, device }) => {
  await device.reports({ location: 'A place with a name that needs two lines on a card, beside the east gate' });
  await dashboardOf(guard).opens();
  const card = guard.getByRole('article').first();
  const before = await topOf(card.getByText('Threat', { exact: false }).first());
  for (const name of ['View Frame', 'Expand Threat', 'System Metrics', 'Delete Threat']) {
    await card.getByRole('button', { name }).focus();
    expect(await topOf(card.getByText('Threat', { exact: false }).first())).toBe(before);
  }
});

test('a card of Recent Detections opens its threat', async ({ guard, device }) => {
  const id = await device.reports({ weapon_type: 'rifle' });
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  await dashboard.shows('Recent Detections');
  await expect(dashboard.cardOf(id).getByRole('button', { name: 'Rifle' })).toBeVisible();
  await dashboard.frameOf(id).click({ force: true });
  await expect(guard.getByText(`Detection ID: ${id}`)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the actions of the header are in a menu, and Clear All names the number', async ({ guard, device }) => {
    await device.reports({ frame: null });
    await device.reports({ frame: null });
    await dashboardOf(guard).opens();
    const menu = guard.getByRole('button', { name: 'Dashboard actions' });
    await menu.click();
    await expect(guard.getByRole('button', { name: 'Refresh Dashboard' })).toBeVisible();
    await expect(guard.getByRole('switch', { name: 'Group repeats' })).toBeVisible();
    const asked = guard.waitForEvent('dialog');
    const cleared = guard.getByRole('button', { name: 'Clear All Detections' }).click();
    const dialog = await asked;
    expect(dialog.message()).toBe('Delete all 2 detections? This action cannot be undone.');
    await dialog.accept();
    await cleared;
    await expect(guard.getByText('No active threats detected')).toBeVisible();
    await expect(guard.getByRole('button', { name: 'Clear All Detections' })).toBeHidden();
  });
});

test('Show all leads to the heading of the history, with its filters in sight', async ({ guard, device }) => {
  for (let count = 0; count < 12; count += 1) await device.reports({ frame: null });
  const dashboard = dashboardOf(guard);
  await dashboard.opens();
  await dashboard.shows('Recent Detections');
  await guard.getByRole('link', { name: 'Show all' }).click();
  await expect(guard.getByRole('heading', { name: 'All Detections (12)' })).toBeFocused();
  await expect(guard.getByRole('heading', { name: 'All Detections (12)' })).toBeInViewport();
  await expect(guard.getByRole('search', { name: 'Filters' })).toBeInViewport({ ratio: 1 });
});

test('the bar of a signed-in user leads with Dashboard, History and Devices', async ({ guard }) => {
  await guard.goto('/about');
  const bar = guard.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText([
    'Dashboard',
    'History',
    'Devices',
    'Home',
    'About',
    'Contact',
    'Articles',
  ]);
  await bar.getByRole('link', { name: 'History' }).click();
  await expect(guard.getByRole('heading', { name: 'All Detections (0)' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'History' })).toHaveAttribute('aria-current', 'page');
  await expect(bar.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current');
  await guard.getByRole('button', { name: 'Account menu' }).click();
  const developers = guard.getByRole('group', { name: 'Developer pages' });
  await expect(developers.getByRole('menuitem', { name: 'Auth Test' })).toBeVisible();
  await expect(developers.getByRole('menuitem', { name: 'Profile' })).toHaveCount(0);
});

function topOf(locator: Locator): Promise<number> {
  return locator.evaluate((element) => element.getBoundingClientRect().top);
}

async function ratioOf(picture: Locator): Promise<number> {
  const box = await picture.boundingBox();
  return (box?.width ?? 0) / (box?.height ?? 1);
}

function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
