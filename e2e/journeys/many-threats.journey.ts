import { expect, test } from '../fixtures/test.ts';

test.use({ settings: { DEVICE_RATE_LIMIT: '0' } });

test('more than a hundred active threats load on scrolling, and only those near the screen are drawn', async ({
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

test('a threat that has the focus keeps it while newer ones push it off the screen', async ({ guard, device }) => {
  const reports = async (count: number) => {
    for (let number = 1; number <= count; number += 1) await device.reports({ frame: null });
  };
  await reports(30);
  await guard.goto('/dashboard');
  const card = guard.getByRole('article').filter({ has: guard.getByText('#30', { exact: true }) });
  await card.getByRole('button', { name: 'System Metrics' }).focus();
  await reports(24);
  await expect(guard.getByRole('heading', { name: 'High Priority Threats (54)' })).toBeVisible();
  await expect(guard.getByRole('article').first()).toContainText('#54');
  await expect(card.getByRole('button', { name: 'System Metrics' })).toBeFocused();
  await guard.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: 'Delete Threat' })).toBeFocused();
});
