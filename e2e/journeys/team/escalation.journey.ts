import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import type { EscalationPolicy } from '@vedette/contract/escalation';
import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import type { Account } from '../../fixtures/account.ts';
import { expect, test } from '../../fixtures/test.ts';
import { wholeBrowser } from '../../fixtures/whole-browser.ts';

// In a headless browser the focus does not return to the page after its last element.
test.use({
  ...wholeBrowser,
  settings: { TEAM: 'true', WEBHOOK_SECRET: 'a secret of webhooks, of 32 or more characters' },
});

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9/siren';

async function setPolicy(account: Account, rungs: EscalationPolicy['rules'][number]['rungs']) {
  const { version } = (await (await account.calls('GET', '/api/escalation/policy')).json()) as { version: number };
  const rules = [{ name: 'All', min_level: 1, rungs }];
  const policy: EscalationPolicy = { time_zone: 'UTC', stale_after_minutes: 10, rules };
  await account.calls('PUT', '/api/escalation/policy', { version, policy });
}

test('a guard goes on duty, edits the policy and leaves by keyboard', async ({ guard: page, account }) => {
  await page.goto('/dashboard');
  await tabTo(page, page.getByRole('button', { name: 'Account menu' }));
  await page.keyboard.press('Enter');
  const onDuty = page.getByRole('menuitemcheckbox', { name: 'On duty' });
  await expect(onDuty).toHaveAttribute('aria-checked', 'false');
  await arrowTo(page, onDuty);
  await page.keyboard.press('Enter');
  await expect(onDuty).toHaveAttribute('aria-checked', 'true');
  await arrowTo(page, page.getByRole('menuitem', { name: 'Escalation' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/escalation');
  await expect(page.getByText(`${account.email}, since`)).toBeVisible();
  await tabTo(page, page.getByRole('switch', { name: 'On duty' }));
  await page.keyboard.press('Space');
  await expect(page.getByText('Nobody is on duty.')).toBeVisible();

  const words = page.getByRole('region', { name: 'In words' });
  await expect(words).toContainText('After 30 seconds without acknowledgement: sound on every screen.');
  const rung = page.getByRole('group', { name: 'Rung 2', exact: true });
  await tabTo(page, rung.getByLabel('Seconds without acknowledgement'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('45');
  await expect(words).toContainText('After 45 seconds without acknowledgement: sound on every screen.');
  await tabTo(page, page.getByRole('button', { name: 'Save policy' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('The policy is saved.')).toBeVisible();
  await page.reload();
  await expect(words).toContainText('After 45 seconds without acknowledgement');
  await tabTo(page, page.getByRole('link', { name: 'Dashboard', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test.describe(() => {
  test.use({ expectedErrors: [/status of 400/] });

  test('a policy that makes no sense is refused with the reason', async ({ guard: page }) => {
    await page.goto('/escalation');
    await page.getByLabel('Time zone').fill('Mars/Olympus');
    await page.getByRole('button', { name: 'Save policy' }).click();
    await expect(page.getByText('policy.time_zone is no time zone')).toBeVisible();
  });
});

test('a receiver is tested, and the page says what became of it', async ({ guard: page }) => {
  await page.goto('/escalation');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('combobox', { name: 'Receiver' }).last().selectOption('Webhook');
  await page.getByLabel('Address').fill(NOWHERE);
  await page.getByRole('button', { name: 'Send test' }).last().click();
  await expect(page.getByText('127.0.0.1:9: It could not be reached')).toBeVisible();
});

test('what could not be delivered is listed, and can be tried again', async ({ guard: page, account, device }) => {
  let status = 302;
  const receiver = createServer((_request, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  await setPolicy(account, [{ after_s: 0, receivers: [{ kind: 'webhook', url: `http://127.0.0.1:${port}/` }] }]);
  await device.reports();
  await page.goto('/devices');
  await expect(page.getByText(/has reached nobody outside/)).toBeVisible();
  await page.goto('/escalation');
  await expect(page.getByText('It answered with a redirect (302)')).toBeVisible();
  status = 200;
  await page.getByRole('button', { name: `Try again: webhook to 127.0.0.1:${port}` }).click();
  await expect(page.getByText('Everything was delivered.')).toBeVisible();
  await page.goto('/incidents/1');
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText('Told by webhook');
  await expect(timeline).toContainText(/Delivered \d\d:\d\d:\d\d/);
  receiver.close();
});

test('every screen shows who is unanswered until somebody acknowledges', async ({
  guard,
  secondGuard,
  account,
  device,
}) => {
  await setPolicy(account, [{ after_s: 0, receivers: [{ kind: 'screens' }] }]);
  await guard.goto('/dashboard');
  await secondGuard.goto('/devices');
  const id = await device.reports({ weapon_type: 'Knife', threat_level: 9 });
  const strip = 'Nobody has acknowledged Knife at North gate (level 9).';
  for (const page of [guard, secondGuard]) await expect(page.getByText(strip)).toBeVisible();
  for (const width of widths) {
    await guard.setViewportSize({ width, height: 900 });
    await expectAccessible(guard);
  }
  const { detection } = (await (await account.calls('GET', `/api/detections/${id}`)).json()) as {
    detection: { incident_id: number };
  };
  await account.calls('POST', `/api/incidents/${detection.incident_id}/acknowledge`);
  for (const page of [guard, secondGuard]) await expect(page.getByText(strip)).toBeHidden();
});

test('an alarm that has reached nobody outside is an alarm on every page', async ({ guard: page, account, device }) => {
  await setPolicy(account, [{ after_s: 0, receivers: [{ kind: 'push', to: { who: 'on_duty' } }] }]);
  await page.goto('/devices');
  await device.reports({ weapon_type: 'Knife' });
  await expect(page.getByText('The alarm of Knife at North gate has reached nobody outside.')).toBeVisible();
  await page.getByRole('link', { name: 'Open incident' }).last().click();
  await expect(page).toHaveURL(/\/incidents\/\d+$/);
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Not delivered: Nobody is on duty');
  await page.goto('/escalation');
  await expect(page.getByText('Nobody is on duty ·')).toBeVisible();
});

test('an alarm that comes while the page first asks is shown', async ({ guard: page, account, device }) => {
  await setPolicy(account, [{ after_s: 0, receivers: [{ kind: 'push', to: { who: 'on_duty' } }] }]);
  const held: (() => Promise<void>)[] = [];
  await page.route(
    '**/api/escalation/state',
    async (route) => {
      const response = await route.fetch();
      held.push(() => route.fulfill({ response }));
    },
    { times: 1 },
  );
  await page.goto('/devices');
  await expect.poll(() => held.length).toBe(1);
  await device.reports({ weapon_type: 'Knife' });
  await expect
    .poll(async () => (await account.calls('GET', '/api/escalation/state')).json())
    .toMatchObject({ undelivered: [{ title: 'Knife at North gate' }] });
  await held[0]?.();
  await expect(page.getByText('The alarm of Knife at North gate has reached nobody outside.')).toBeVisible();
});

test('the link of a message marks it as opened', async ({ guard: page, account, device }) => {
  const to = { who: 'addresses' as const, addresses: ['desk@example.org'] };
  await setPolicy(account, [{ after_s: 0, receivers: [{ kind: 'email', to }] }]);
  const id = await device.reports();
  const { detection } = (await (await account.calls('GET', `/api/detections/${id}`)).json()) as {
    detection: { incident_id: number };
  };
  const deliveries = async () => {
    const answer = await account.calls('GET', `/api/incidents/${detection.incident_id}/deliveries`);
    return ((await answer.json()) as { deliveries: { id: number; state: string; opened_by: string | null }[] })
      .deliveries;
  };
  await expect.poll(deliveries).toMatchObject([{ state: 'delivered', opened_by: null }]);
  await page.goto(`/incidents/${detection.incident_id}?delivery=${(await deliveries())[0]?.id}`);
  await expect.poll(deliveries).toMatchObject([{ opened_by: account.email }]);
});

for (const width of widths) {
  test(`the page of the policy is accessible at ${width} px`, async ({ guard: page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/escalation');
    await expect(page.getByRole('button', { name: 'Save policy' })).toBeVisible();
    await page.getByRole('combobox', { name: 'When' }).selectOption('At certain hours');
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test.describe('without a team', () => {
  test.use({ settings: {}, expectedErrors: [/404 \(Not Found\).*escalation/] });

  test('there is no such page, and no switch', async ({ guard: page }) => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('menuitemcheckbox')).toHaveCount(0);
    await page.goto('/escalation');
    await expect(page.getByRole('heading', { name: 'Escalation' })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

const MOST_TABS = 150;

async function tabTo(page: Page, wanted: Locator) {
  await expect(wanted).toBeVisible();
  for (let tab = 0; tab < MOST_TABS; tab += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

async function arrowTo(page: Page, wanted: Locator) {
  for (let step = 0; step < 20; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('ArrowDown');
  }
  await expect(wanted).toBeFocused();
}
