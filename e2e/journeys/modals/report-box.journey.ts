import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/accessibility.ts';
import { modalsOf } from '../../fixtures/modals.ts';
import { expect, test } from '../../fixtures/test.ts';

const box = { left: 0.1, top: 0.15, width: 0.2, height: 0.125 };
const model = { name: 'weapons-yolo11n', sha256: '0123456789abcdef'.repeat(4) };
const seen = { weapon_type: 'pistol', confidence: 0.913, box };
const shortened = model.sha256.slice(0, 12);

for (const width of [360, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('the box lies over its part of the picture, also of a zoomed and moved one', async ({ guard, device }) => {
      const id = await device.reports(seen);
      for (const kind of ['threat', 'frame'] as const) {
        const { modal, picture } = await opens(guard, { kind, id });
        await liesOver(modal, picture);
        await expect(labelIn(modal)).toBeVisible();
        await coversNothing(modal);
        await expectAccessible(guard);

        const zoomIn = modal.getByRole('button', { name: 'Zoom in' });
        await zoomIn.click();
        await zoomIn.click();
        expect((await liesOver(modal, picture)).width).toBeGreaterThan(width / 5);
        await zoomIn.focus();
        await guard.keyboard.press('ArrowLeft');
        await guard.keyboard.press('ArrowUp');
        await liesOver(modal, picture);
        await modal.getByRole('button', { name: 'Reset zoom' }).click();
        await guard.setViewportSize({ width: width - 40, height: 700 });
        await liesOver(modal, picture);
        await guard.setViewportSize({ width, height: 800 });
      }
    });
  });
}

test('the box can be hidden and shown, by mouse and by keyboard', async ({ guard, device }) => {
  const id = await device.reports(seen);
  const { modal } = await opens(guard, { kind: 'frame', id });
  const toggle = modal.getByRole('button', { name: 'Show box' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await expect(drawn(modal)).toHaveCount(0);
  await expect(labelIn(modal)).toHaveCount(0);
  await guard.keyboard.press('Space');
  await expect(drawn(modal)).toBeVisible();
});

test('a box that fills the frame keeps its weapon free of the label', async ({ guard, device }) => {
  const whole = { left: 0, top: 0, width: 1, height: 1 };
  const id = await device.reports({ ...seen, box: whole });
  const { modal, picture } = await opens(guard, { kind: 'threat', id });
  await liesOver(modal, picture, whole);
  await expect(labelIn(modal)).toHaveCount(0);
  await expect(modal.getByRole('img', { name: 'Pistol in the middle of the frame' })).toBeVisible();
});

test('a box that the camera has drawn is described in words, but not drawn again', async ({ guard, device }) => {
  const id = await device.reports({ ...seen, annotated: true });
  for (const kind of ['threat', 'frame'] as const) {
    const { modal } = await opens(guard, { kind, id });
    await expect(pictureIn(modal, id)).toBeVisible();
    await expect(drawn(modal)).toHaveCount(0);
    await expect(modal.getByRole('button', { name: 'Show box' })).toHaveCount(0);
  }
});

test('the model and the track are shown where a report names them', async ({ guard, device, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { threat } = modalsOf(guard);
  const id = await device.reports({ ...seen, model, track_id: 'person-7' });
  await guard.goto(`/dashboard?threat=${id}`);
  await expect(fact(threat, 'Model')).toContainText(`weapons-yolo11n${shortened}`);
  await expect(fact(threat, 'Model').getByText(shortened)).toHaveAttribute('title', model.sha256);
  await expect(fact(threat, 'Track')).toHaveText('person-7');
  await expectAccessible(guard);
  await threat.getByRole('button', { name: 'Copy SHA-256' }).click();
  await expect.poll(() => guard.evaluate(() => navigator.clipboard.readText())).toBe(model.sha256);
});

test('a report that says none of it shows none of it', async ({ guard, device }) => {
  const id = await device.reports({ weapon_type: 'pistol', confidence: 0.913 });
  await guard.goto(`/dashboard?threat=${id}`);
  const { threat } = modalsOf(guard);
  await expect(threat.getByRole('img', { name: `Frame of detection ${id}`, exact: true })).toBeVisible();
  await expect(drawn(threat)).toHaveCount(0);
  await expect(threat.getByRole('button', { name: 'Show box' })).toHaveCount(0);
  for (const label of ['Model', 'Track']) await expect(threat.getByText(label, { exact: true })).toHaveCount(0);
});

test('a card that arrives live opens with its box', async ({ guard, device }) => {
  await guard.goto('/dashboard');
  await expect(guard.getByRole('status', { name: 'Connection' })).toHaveText('Live');
  const id = await device.reports({ ...seen, threat_level: 9 });
  const card = guard.getByRole('article').filter({ has: guard.getByRole('img', { name: `Frame of detection ${id}` }) });
  await card.getByRole('button', { name: 'View Frame' }).click();
  await liesOver(modalsOf(guard).frame, pictureIn(modalsOf(guard).frame, id));
});

const labelIn = (modal: Locator) => modal.getByText(/^Pistol\s*91.3%$/);
const drawn = (modal: Locator) => modal.locator('[data-frame-box]');
const fact = (modal: Locator, label: string) =>
  modal.getByRole('definition').filter({ has: modal.page().locator(`xpath=../dt[text()='${label}']`) });
const pictureIn = (modal: Locator, id: number) =>
  modal.getByRole('img', { name: `Frame of detection ${id}: Pistol in the upper left of the frame`, exact: true });

async function opens(page: Page, { kind, id }: { kind: 'threat' | 'frame'; id: number }) {
  await page.goto(`/dashboard?${kind}=${id}`);
  const modal = modalsOf(page)[kind];
  const picture = modal.getByRole('img', { name: `Frame of detection ${id}` });
  // The dialog is open when its animation has ended.
  await picture.hover({ trial: true });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  return { modal, picture };
}

/** Expects the drawn box over the reported part of the picture, within a pixel. @returns where it is */
async function liesOver(modal: Locator, picture: Locator, expected = box) {
  await expect
    .poll(async () => {
      const [at, whole] = await Promise.all([drawn(modal).boundingBox(), shownPart(picture)]);
      if (!at) return 'not drawn';
      const off = [
        at.x - (whole.x + expected.left * whole.width),
        at.y - (whole.y + expected.top * whole.height),
        at.width - expected.width * whole.width,
        at.height - expected.height * whole.height,
      ];
      return off.every((pixels) => Math.abs(pixels) < 1) ? 'over its part' : off.join(' ');
    })
    .toBe('over its part');
  const at = await drawn(modal).boundingBox();
  if (!at) throw new Error('the box is not drawn');
  return at;
}

/** The picture without the black edges of its element. */
async function shownPart(picture: Locator) {
  const element = await picture.boundingBox();
  if (!element) throw new Error('not to be seen');
  const natural = await picture.evaluate(({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => ({
    width,
    height,
  }));
  const fit = Math.min(element.width / natural.width, element.height / natural.height);
  const [width, height] = [natural.width * fit, natural.height * fit];
  return {
    x: element.x + (element.width - width) / 2,
    y: element.y + (element.height - height) / 2,
    width,
    height,
  };
}

/** Expects the label beside the box, not over it, and within the picture's view. */
async function coversNothing(modal: Locator) {
  const [label, at] = await Promise.all([labelIn(modal).boundingBox(), drawn(modal).boundingBox()]);
  if (!label || !at) throw new Error('not to be seen');
  const apart =
    label.y + label.height <= at.y ||
    label.y >= at.y + at.height ||
    label.x + label.width <= at.x ||
    label.x >= at.x + at.width;
  expect(apart, JSON.stringify({ label, at })).toBe(true);
}
