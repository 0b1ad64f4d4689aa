import type { Page } from '@playwright/test';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { modalsOf } from '../../fixtures/modals.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

const WORDS = /Close alarm|Reopen|Add note|Acknowledged by|Undo|Answer|Closed|Verdict/i;

async function saysNothingNew(page: Page) {
  await expect(page.locator('body')).not.toContainText(WORDS);
  const names = await page.locator('[aria-label]').evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')));
  expect(names.filter((name) => WORDS.test(name ?? ''))).toEqual([]);
}

test('without TEAM there are no new words and no new requests, and the tick is local', async ({ guard, device }) => {
  const asked: string[] = [];
  guard.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await device.reports();
  await device.reports();
  await dashboardOf(guard).opens();
  await expect(guard.getByRole('article')).toHaveCount(2);
  await expect(guard.getByRole('switch', { name: 'Group repeats' })).not.toBeChecked();
  await saysNothingNew(guard);

  const { threat } = modalsOf(guard);
  await guard.getByRole('button', { name: 'Expand Threat' }).first().click();
  await threat.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await expect(toast(guard, 'Alert Acknowledged', 'Threat acknowledged by security personnel')).toBeVisible();
  await expect(threat.getByRole('button', { name: 'Acknowledged', exact: true })).toBeVisible();
  await saysNothingNew(guard);
  for (const key of ['a', 'c', 'n', 'z']) await guard.keyboard.press(key);
  await expect(guard.getByRole('dialog')).toHaveCount(1);
  await guard.keyboard.press('Escape');
  await expect(threat).toHaveCount(0);
  await guard.getByRole('button', { name: 'Expand Threat' }).first().click();
  await expect(threat.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible();
  await guard.keyboard.press('Escape');

  await guard.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(guard.getByText('Single-key shortcuts (J, K, / and ?)')).toBeVisible();
  await saysNothingNew(guard);
  await guard.goto('/incidents/1');
  await expect(guard.getByRole('list', { name: 'Timeline' }).getByRole('listitem')).toHaveCount(2);
  await saysNothingNew(guard);

  expect(asked.filter((call) => /team-parts|unclosed|POST .*\/api\/|\/actions/.test(call))).toEqual([]);
});
