import type { Locator, Page } from '@playwright/test';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { largeFrame } from '../../fixtures/frame.ts';
import { modalsOf } from '../../fixtures/modals.ts';
import { expect, test } from '../../fixtures/test.ts';

test('the View Frame button and the picture open the frame viewer', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  const modal = modalsOf(guard).frame;
  const id = await device.reports();
  await dashboard.opens();
  const opener = dashboard.cardOf(id).getByRole('button', { name: 'View Frame' });
  await opener.click();
  await expect(guard).toHaveURL(`/dashboard?frame=${id}`);
  await expect(modal.getByRole('img')).toBeVisible();
  await expect(modal.getByRole('checkbox')).toHaveCount(0);
  await guard.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
  await expect(opener).toBeFocused();
  // The area of the button covers the picture.
  await dashboard.frameOf(id).click({ force: true, position: { x: 40, y: 40 } });
  await expect(modal).toBeVisible();
});

test('a card shows a thumbnail, and View Frame shows the original frame', async ({ guard, device }) => {
  const { cardOf, frameOf, opens, seesFrameOf } = dashboardOf(guard);
  const id = await device.reports({ frame: await largeFrame() });
  await opens();
  await seesFrameOf(id);
  await expect(frameOf(id)).toHaveJSProperty('naturalWidth', 640);
  await cardOf(id).getByRole('button', { name: 'View Frame' }).click();
  await expect(modalsOf(guard).frame.getByRole('img')).toHaveJSProperty('naturalWidth', 1280);
});

test('a frame can be zoomed and moved by mouse', async ({ guard, device }) => {
  const id = await device.reports();
  const { picture, zoom, modal } = await opensFrame(guard, id);
  const whole = await boxOf(picture);
  await modal.getByRole('button', { name: 'Zoom in' }).click();
  await expect(zoom).toHaveText('150%');
  expect((await boxOf(picture)).width).toBeCloseTo(whole.width * 1.5, 0);

  const { x, y } = middleOf(await boxOf(picture));
  await guard.mouse.move(x, y);
  await guard.mouse.down();
  await guard.mouse.move(x + 60, y + 30, { steps: 4 });
  await guard.mouse.up();
  const moved = middleOf(await boxOf(picture));
  expect(moved.x - x).toBeCloseTo(60, 0);
  expect(moved.y - y).toBeCloseTo(30, 0);

  await modal.getByRole('button', { name: 'Reset zoom' }).click();
  await expect(zoom).toHaveText('100%');
  expect(await boxOf(picture)).toEqual(whole);
  await picture.dblclick();
  await expect(zoom).toHaveText('250%');
  await guard.mouse.wheel(0, -120);
  await expect(zoom).toHaveText('318%');
});

test('a frame can be zoomed and moved by keyboard, and shown in full screen', async ({ guard, device }) => {
  const id = await device.reports();
  const { picture, zoom, modal } = await opensFrame(guard, id);
  await guard.keyboard.press('+');
  await guard.keyboard.press('+');
  await expect(zoom).toHaveText('225%');
  const before = middleOf(await boxOf(picture));
  await guard.keyboard.press('ArrowRight');
  expect(middleOf(await boxOf(picture)).x).toBeLessThan(before.x);
  await guard.keyboard.press('-');
  await expect(zoom).toHaveText('150%');
  await guard.keyboard.press('0');
  await expect(zoom).toHaveText('100%');

  const fullScreen = modal.getByRole('button', { name: 'Full screen' });
  await fullScreen.focus();
  await guard.keyboard.press('Enter');
  await expect(fullScreen).toHaveAttribute('aria-pressed', 'true');
  await expect(picture).toBeVisible();
  await guard.keyboard.press('+');
  await expect(zoom).toHaveText('150%');
  await guard.keyboard.press('Enter');
  await expect(fullScreen).toHaveAttribute('aria-pressed', 'false');
  await guard.keyboard.press('Enter');
  await expect(fullScreen).toHaveAttribute('aria-pressed', 'true');
  // The first Escape leaves full screen, the second closes the modal.
  await guard.keyboard.press('Escape');
  await expect(fullScreen).toHaveAttribute('aria-pressed', 'false');
  await expect(modal).toBeVisible();
  await guard.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
});

async function opensFrame(page: Page, id: number) {
  await page.goto(`/dashboard?frame=${id}`);
  await dashboardOf(page).seesFrameOf(id);
  const modal = modalsOf(page).frame;
  // Searches in the dialog, because the card behind it has a picture of the same name.
  const picture = modal.getByRole('img', { name: `Frame of detection ${id}`, exact: true });
  // The dialog is open when its animation has ended and it has the focus.
  await picture.hover({ trial: true });
  await expect(modal.getByRole('region', { name: 'Frame viewer' })).toBeFocused();
  return { modal, picture, zoom: modal.getByRole('status', { name: 'Zoom' }) };
}

async function boxOf(picture: Locator) {
  const box = await picture.boundingBox();
  if (!box) throw new Error('not to be seen');
  return box;
}

function middleOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return { x: x + width / 2, y: y + height / 2 };
}
