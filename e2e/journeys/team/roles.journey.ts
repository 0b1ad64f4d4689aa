import type { Page } from '@playwright/test';
import type { Role } from '@vedette/contract/roles';
import { expectAccessible } from '../../fixtures/accessibility.ts';
import { anAccount } from '../../fixtures/account.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ settings: { TEAM: 'true' } });

type Offer = { name: string; from: Role; role?: 'button' | 'link' | 'checkbox' };

/** What a page offers, and the least role to which it offers it; `ready` is shown to everybody once the page is complete. */
const pages: { path: string; ready: (page: Page) => Promise<unknown>; offers: Offer[] }[] = [
  {
    path: '/dashboard',
    ready: (page) => expect(page.getByRole('button', { name: 'Expand Threat' })).toBeVisible(),
    offers: [
      { name: 'Delete Threat', from: 'guard' },
      { name: 'Clear All Detections', from: 'supervisor' },
    ],
  },
  {
    path: '/dashboard?view=recent',
    ready: (page) => expect(page.getByRole('article')).toBeVisible(),
    offers: [{ name: 'Delete', from: 'guard' }],
  },
  {
    path: '/dashboard?view=history',
    ready: (page) => expect(page.getByText('1 shown, that is all')).toBeVisible(),
    offers: [
      { name: 'Delete', from: 'guard' },
      { name: 'Export CSV', from: 'supervisor', role: 'link' },
    ],
  },
  {
    path: '/incidents/1',
    ready: (page) => expect(page.getByRole('region', { name: 'Answer' })).toBeVisible(),
    offers: [
      { name: 'Acknowledge this threat', from: 'guard', role: 'checkbox' },
      { name: 'Close alarm', from: 'guard' },
      { name: 'Add note', from: 'guard' },
    ],
  },
  {
    path: '/devices',
    ready: (page) => expect(page.getByRole('table')).toBeVisible(),
    offers: [
      { name: 'Add Device', from: 'administrator', role: 'link' },
      { name: 'Revoke', from: 'administrator' },
    ],
  },
  {
    path: '/escalation',
    ready: (page) => expect(page.getByLabel('Time zone')).toBeVisible(),
    offers: [{ name: 'Save policy', from: 'supervisor' }],
  },
];
const roles: Role[] = ['viewer', 'guard', 'supervisor', 'administrator'];

for (const own of roles) {
  test(`a page offers a person with the role ${own} what the role allows`, async ({ browser, server, device }) => {
    await device.reports();
    const account = await anAccount(server, `${own}@gmail.com`, own);
    const context = await browser.newContext({ baseURL: server.url });
    await account.signsInTo(context);
    const page = await context.newPage();
    for (const { path, ready, offers } of pages) {
      await page.goto(path);
      await ready(page);
      for (const { name, from, role = 'button' } of offers) {
        const offer = page.getByRole(role, { name, exact: true });
        await expect(offer, `${name} on ${path}`).toHaveCount(roles.indexOf(own) >= roles.indexOf(from) ? 1 : 0);
      }
      await expectAccessible(page);
    }
    await page.goto('/dashboard');
    await dashboardOf(page).opens();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('menuitem', { name: 'Escalation' })).toBeVisible();
    await expect(page.getByRole('menuitemcheckbox', { name: 'On duty' })).toHaveCount(own === 'viewer' ? 0 : 1);
    await context.close();
  });
}
