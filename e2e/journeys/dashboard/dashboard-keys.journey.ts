import type { Page } from '@playwright/test';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import type { Device } from '../../fixtures/device.ts';
import { expect, test } from '../../fixtures/test.ts';
import { wholeBrowser } from '../../fixtures/whole-browser.ts';

test.use(wholeBrowser);

async function opensWith(guard: Page, device: Device, count: number) {
  for (let number = 0; number < count; number += 1) await device.reports();
  await dashboardOf(guard).opens();
  await expect(guard.getByRole('article').first()).toContainText(`#${count}`);
}

const expandOf = (guard: Page, id: number) =>
  guard
    .getByRole('article')
    .filter({ has: guard.getByText(`#${id}`, { exact: true }) })
    .getByRole('button', { name: 'Expand Threat' });

test('keys walk between cards, and Enter expands', async ({ guard, device }) => {
  await opensWith(guard, device, 5);
  const { keyboard } = guard;
  await keyboard.press('j');
  await expect(expandOf(guard, 5)).toBeFocused();
  await keyboard.press('j');
  await expect(expandOf(guard, 4)).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(expandOf(guard, 2)).toBeFocused();
  await keyboard.press('ArrowLeft');
  await expect(expandOf(guard, 3)).toBeFocused();
  await keyboard.press('ArrowUp');
  await expect(expandOf(guard, 5)).toBeFocused();
  await keyboard.press('ArrowRight');
  await keyboard.press('k');
  await expect(expandOf(guard, 5)).toBeFocused();
  await keyboard.press('Enter');
  await expect(guard.getByText('Detection ID: 5')).toBeVisible();
});

test('inside the modal the left and the right arrow lead to the newer and the older threat', async ({
  guard,
  device,
}) => {
  await opensWith(guard, device, 3);
  await expandOf(guard, 2).click();
  await expect(guard.getByText('Detection ID: 2')).toBeVisible();
  await guard.keyboard.press('ArrowRight');
  await expect(guard.getByText('Detection ID: 1')).toBeVisible();
  await expect(guard).toHaveURL(/threat=1$/);
  await expect(guard.getByRole('button', { name: 'Older' })).toHaveAttribute('aria-disabled', 'true');
  await guard.keyboard.press('ArrowRight');
  await guard.keyboard.press('ArrowLeft');
  await guard.getByRole('button', { name: 'Newer' }).click();
  await expect(guard.getByText('Detection ID: 3')).toBeVisible();
  await guard.keyboard.press('Escape');
  // One step back leads out, however far it was walked.
  await expect(guard).toHaveURL('/dashboard');
});

test('keys walk on to cards that are not rendered, and to older ones that are not loaded', async ({
  guard,
  device,
}) => {
  test.slow();
  await opensWith(guard, device, 30);
  await guard.keyboard.press('j');
  for (let step = 1; step < 30; step += 1) {
    await guard.keyboard.press('j');
    await expect(expandOf(guard, 30 - step)).toBeFocused();
  }
  await expect(expandOf(guard, 1)).toBeInViewport();
});

test('a slash searches the history', async ({ guard, device }) => {
  await opensWith(guard, device, 1);
  await guard.keyboard.press('/');
  await expect(guard.getByRole('searchbox', { name: 'Text' })).toBeFocused();
  await guard.keyboard.type('j/k');
  await expect(guard.getByRole('searchbox', { name: 'Text' })).toHaveValue('j/k');
});

test('a question mark lists the keys, and single ones can be switched off', async ({ guard, device }) => {
  await opensWith(guard, device, 2);
  await guard.keyboard.press('?');
  const list = guard.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Search the history');
  await list.getByRole('checkbox').uncheck();
  await guard.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await guard.keyboard.press('?');
  await guard.keyboard.press('j');
  await expect(list).toHaveCount(0);
  await expect(expandOf(guard, 2)).not.toBeFocused();
  await guard.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(list.getByRole('checkbox')).not.toBeChecked();
});

test('the first Expand is at most three Tabs after the skip link', async ({ guard, device }) => {
  await opensWith(guard, device, 2);
  await guard.keyboard.press('Tab');
  await expect(guard.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await guard.keyboard.press('Enter');
  for (let tabs = 1; tabs <= 3; tabs += 1) {
    await guard.keyboard.press('Tab');
    if (await expandOf(guard, 2).evaluate((button) => button === document.activeElement)) return;
  }
  throw new Error('The first Expand is further than three Tabs away');
});
