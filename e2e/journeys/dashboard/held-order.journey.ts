import type { Page } from '@playwright/test';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import type { Device } from '../../fixtures/device.ts';
import { expect, test } from '../../fixtures/test.ts';

const CLICKS = 12;
/** Five threats a second. */
const EVERY_MS = 200;
const pill = (page: Page) => page.getByRole('button', { name: /new (threat|detection)s?$/ });
const heading = (page: Page, count: number) =>
  page.getByRole('heading', { name: new RegExp(`^(High Priority Threats|Recent Detections) \\(${count}\\)$`) });

async function report(device: Device, count: number) {
  for (let number = 0; number < count; number += 1) await device.reports({ weapon_type: 'rifle' });
}

test.describe('under a flow of threats', () => {
  test.use({ settings: { DEVICE_RATE_LIMIT: '0' } });

  test('an aimed click opens the card that it was aimed at', async ({ guard, device }) => {
    await report(device, 4);
    await dashboardOf(guard).opens();
    await expect(guard.getByRole('article')).toHaveCount(4);
    const flow = flowOfThreats(device);
    try {
      for (let click = 0; click < CLICKS; click += 1) {
        const at = await middleOfButton(guard, click % 3);
        await guard.mouse.move(at.x, at.y);
        const aimedAt = await guard.evaluate(
          ({ x, y }) => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-detection]')?.dataset.detection,
          at,
        );
        expect(aimedAt).toBeDefined();
        // New threats have come while the pointer rests.
        await expect(pill(guard)).toBeVisible();
        await guard.mouse.click(at.x, at.y);
        await expect(guard.getByText(`Detection ID: ${aimedAt}`)).toBeVisible();
        await guard.getByRole('button', { name: 'Close' }).click();
        await expect(guard.getByRole('dialog')).toHaveCount(0);
        await guard.mouse.move(5, 5);
        await expect(pill(guard)).toHaveCount(0);
      }
    } finally {
      await flow.ends();
    }
  });
});

/** Sends a threat every 200 ms until `ends` is called. */
function flowOfThreats(device: Device) {
  const reports: Promise<void>[] = [];
  const timer = setInterval(() => reports.push(report(device, 1)), EVERY_MS);
  return {
    ends: async () => {
      clearInterval(timer);
      await Promise.all(reports);
    },
  };
}

/** Found and measured in one step, because its card moves on while nothing holds the order. */
async function middleOfButton(page: Page, place: number) {
  const buttons = page.getByRole('button', { name: 'Expand Threat' });
  // While a modal is closing, the buttons behind it are hidden from roles.
  await expect(buttons.nth(place)).toBeVisible();
  return buttons.evaluateAll((buttons, at) => {
    const { left, top, width, height } = buttons[at]?.getBoundingClientRect() ?? new DOMRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, place);
}

for (const view of ['High Priority Threats', 'Recent Detections'] as const) {
  test.describe(`in ${view}`, () => {
    test('new cards wait while the pointer is over the list, and come when it leaves', async ({ guard, device }) => {
      const dashboard = dashboardOf(guard);
      await report(device, 3);
      await dashboard.opens();
      await dashboard.shows(view);
      await expect(heading(guard, 3)).toBeVisible();
      await dashboard.cards.first().hover();
      await report(device, 2);
      // Counted and announced all the same.
      await expect(heading(guard, 5)).toBeVisible();
      await expect(pill(guard)).toHaveText(view === 'Recent Detections' ? '2 new detections' : '2 new threats');
      await expect(dashboard.cards.first()).toContainText('#3');
      await guard.mouse.move(5, 5);
      await expect(dashboard.cards.first()).toContainText('#5');
      await expect(pill(guard)).toHaveCount(0);
    });

    test('the pill lets them in and leads to the heading', async ({ guard, device }) => {
      const dashboard = dashboardOf(guard);
      await report(device, 2);
      await dashboard.opens();
      await dashboard.shows(view);
      await dashboard.cards.first().hover();
      await report(device, 1);
      await pill(guard).click();
      await expect(dashboard.cards.first()).toContainText('#3');
      await expect(heading(guard, 3)).toBeFocused();
    });
  });
}

test('a pointer that rests for ten seconds lets them in', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  await guard.clock.install();
  await report(device, 2);
  await dashboard.opens();
  await dashboard.cards.first().hover();
  await report(device, 1);
  await expect(pill(guard)).toHaveText('1 new threat');
  await guard.clock.runFor(10_000);
  await expect(dashboard.cards.first()).toContainText('#3');
});

test('a pointer that leaves and returns before the page has drawn it holds the order', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  await report(device, 2);
  await dashboard.opens();
  await dashboard.cards.first().hover();
  await report(device, 1);
  await expect(pill(guard)).toHaveText('1 new threat');
  await dashboard.cards.first().evaluate((card) => {
    const list = card.closest('section');
    list?.dispatchEvent(new PointerEvent('pointerleave'));
    list?.dispatchEvent(new PointerEvent('pointerenter'));
  });
  await report(device, 1);
  await expect(pill(guard)).toHaveText('2 new threats');
  await expect(dashboard.cards.first()).toContainText('#2');
});

test('the order holds while the keyboard is in the list', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  await report(device, 2);
  await dashboard.opens();
  await expect(dashboard.cards).toHaveCount(2);
  await guard.keyboard.press('j');
  await expect(dashboard.cards.first().getByRole('button', { name: 'Expand Threat' })).toBeFocused();
  await report(device, 1);
  await expect(pill(guard)).toHaveText('1 new threat');
  await expect(dashboard.cards.first()).toContainText('#2');
  await guard.keyboard.press('Enter');
  await expect(guard.getByText('Detection ID: 2')).toBeVisible();
  await guard.keyboard.press('Escape');
  const opener = dashboard.cards.nth(1).getByRole('button', { name: 'Expand Threat' });
  await expect(opener).toBeFocused();
  await report(device, 1);
  await expect(pill(guard)).toHaveText('1 new threat');
  await pill(guard).focus();
  await report(device, 1);
  await expect(pill(guard)).toHaveText('2 new threats');
  await guard.keyboard.press('Enter');
  await expect(dashboard.cards.first()).toContainText('#5');
  await expect(heading(guard, 5)).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a touch holds the order', async ({ guard, device }) => {
    const dashboard = dashboardOf(guard);
    await report(device, 2);
    await dashboard.opens();
    await dashboard.cards.first().getByRole('heading').tap();
    await report(device, 1);
    await expect(pill(guard)).toHaveText('1 new threat');
    await expect(dashboard.cards.first()).toContainText('#2');
  });
});

test('what a colleague deletes keeps its place, and what the guard deletes leaves it', async ({
  guard,
  secondGuard,
  device,
}) => {
  const dashboard = dashboardOf(guard);
  const colleague = dashboardOf(secondGuard);
  await report(device, 4);
  await dashboard.opens();
  await colleague.opens();
  await dashboard.cards.first().hover();
  secondGuard.on('dialog', (dialog) => dialog.accept());
  await colleague.cards.nth(1).getByRole('button', { name: 'Delete Threat' }).click();
  await expect(heading(guard, 3)).toBeVisible();
  await expect(guard.getByText('Deleted', { exact: true })).toBeVisible();
  await expect(dashboard.cards.nth(1)).toContainText('#3');
  expect(await dashboard.cards.nth(1).evaluate((card) => card.closest('[inert]') !== null)).toBe(true);

  guard.on('dialog', (dialog) => dialog.accept());
  await dashboard.cards.first().getByRole('button', { name: 'Delete Threat' }).click();
  await expect(dashboard.cards.filter({ hasText: '#4' })).toHaveCount(0);
  await guard.mouse.move(5, 5);
  await expect(dashboard.cards).toHaveCount(2);
});
