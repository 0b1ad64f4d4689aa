import type { Locator, Page } from '@playwright/test';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { modalsOf } from '../../fixtures/modals.ts';
import { expect, test } from '../../fixtures/test.ts';

// The comparison of pictures tolerates differences as small as those between the inks of two levels.
test('a threat level has one colour on cards, in lists, in the history, in the modal and on the wall', async ({
  guard,
  device,
}) => {
  const dashboard = dashboardOf(guard);
  const orange = await device.reports({ threat_level: 8, weapon_type: 'Knife' });
  const red = await device.reports({ threat_level: 10 });
  await dashboard.opens();
  const expected = { 10: await colourOf(guard, '--danger-ink'), 8: await colourOf(guard, '--threat-ink') };
  expect(expected[10]).not.toBe(expected[8]);

  for (const address of ['/dashboard', '/dashboard?view=recent', '/dashboard?view=history']) {
    await guard.goto(address);
    await expect(levelOf(dashboard.cardOf(red), 10), address).toHaveCSS('color', expected[10]);
    await expect(levelOf(dashboard.cardOf(orange), 8), address).toHaveCSS('color', expected[8]);
  }
  const { threat } = modalsOf(guard);
  for (const [id, level] of [
    [red, 10],
    [orange, 8],
  ] as const) {
    await guard.goto(`/dashboard?threat=${id}`);
    await expect(levelOf(threat, level)).toHaveCSS('color', expected[level]);
  }
  await guard.goto('/dashboard?wall=light');
  await expect(levelOf(guard.getByRole('article'), 10)).toHaveCSS('color', expected[10]);
  await expect(guard.getByRole('listitem').getByText('8/10')).toHaveCSS('color', expected[8]);
});

function levelOf(place: Locator, level: number): Locator {
  return place.getByText(`Threat ${level}/10`, { exact: true });
}

/** The computed value of a colour of the theme. */
function colourOf(page: Page, name: string): Promise<string> {
  return page.evaluate((property) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${property})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
}
