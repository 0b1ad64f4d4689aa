import { expect, test } from '../../fixtures/test.ts';

test.use({ settings: { DEVICE_RATE_LIMIT: '0' } });

test('more than a hundred active threats load on scrolling, and only those near the viewport are rendered', async ({
  guard,
  device,
}) => {
  const now = Date.now();
  for (let number = 1; number <= 230; number += 1) {
    await device.reports({ frame: null, timestamp: new Date(now - (231 - number) * 1_000).toISOString() });
  }
  await guard.goto('/dashboard');
  await expect(guard.getByRole('heading', { name: 'High Priority Threats (230)' })).toBeVisible();
  const cards = guard.getByRole('article');
  await expect(cards.first()).toContainText('#230');
  expect(await cards.count()).toBeLessThan(40);
  await expect(async () => {
    await guard.mouse.wheel(0, 8_000);
    await expect(cards.filter({ has: guard.getByText('#1', { exact: true }) })).toBeVisible({ timeout: 300 });
  }).toPass();
  await expect(guard.getByText('Loading older threats')).toHaveCount(0);
});

test('older threats load when the observer of the list end delivers several entries at once', async ({
  guard,
  device,
}) => {
  await guard.addInitScript(() => {
    // Delivers the first and the current entries together, as browsers do when the page was busy in between.
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const held: IntersectionObserverEntry[] = [];
        super((entries, observer) => {
          held.push(...entries);
          const away = held.findLastIndex(({ isIntersecting }) => !isIntersecting);
          if (away >= 0 && away < held.length - 1) callback(held.splice(0).slice(away), observer);
        }, options);
      }
    };
  });
  for (let number = 1; number <= 101; number += 1) await device.reports({ frame: null });
  await guard.goto('/dashboard');
  await expect(guard.getByRole('heading', { name: 'High Priority Threats (101)' })).toBeVisible();
  await expect(async () => {
    await guard.mouse.wheel(0, -20_000);
    await expect(guard.getByRole('heading', { name: 'High Priority Threats (101)' })).toBeInViewport({ timeout: 300 });
    await guard.mouse.wheel(0, 20_000);
    await expect(guard.getByText('#1', { exact: true })).toBeVisible({ timeout: 300 });
  }).toPass();
});

test('a threat that has the focus keeps it, and its place, while newer ones arrive', async ({ guard, device }) => {
  const reports = async (count: number) => {
    for (let number = 1; number <= count; number += 1) await device.reports({ frame: null });
  };
  await reports(30);
  await guard.goto('/dashboard');
  const card = guard.getByRole('article').filter({ has: guard.getByText('#30', { exact: true }) });
  await card.getByRole('button', { name: 'System Metrics' }).focus();
  await reports(24);
  await expect(guard.getByRole('heading', { name: 'High Priority Threats (54)' })).toBeVisible();
  await expect(guard.getByRole('article').first()).toContainText('#30');
  await expect(card.getByRole('button', { name: 'System Metrics' })).toBeFocused();
  await guard.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: 'Delete Threat' })).toBeFocused();
  await guard.getByRole('button', { name: '24 new threats' }).click();
  await expect(guard.getByRole('article').first()).toContainText('#54');
});

test('during a burst of events no counter exceeds the stored number or decreases', async ({ guard, device }) => {
  await guard.goto('/dashboard');
  await expect(guard.getByRole('status', { name: 'Connection' })).toContainText('Live');
  const total = guard.getByRole('group', { name: 'Total Detections' });
  await expect(total).toContainText('0');
  await total.evaluate((group) => {
    const shown: number[] = [];
    Reflect.set(window, 'shown', shown);
    const look = () => shown.push(Number(group.textContent?.replace(/\D/g, '')));
    new MutationObserver(look).observe(group, { childList: true, characterData: true, subtree: true });
  });
  let asked = 0;
  guard.on('response', (answer) => {
    if (answer.url().endsWith('/api/detections/stats')) asked += 1;
  });
  let sent = 0;
  while (asked < 3) {
    await Promise.all(Array.from({ length: 20 }, () => device.reports({ frame: null })));
    sent += 20;
  }
  await expect(total).toContainText(sent.toLocaleString('en-US'));
  const shown = await guard.evaluate((): number[] => Reflect.get(window, 'shown'));
  expect(Math.max(...shown)).toBe(sent);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
});
