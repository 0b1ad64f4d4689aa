import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { answersOf } from '../../fixtures/answers.ts';
import { expect, test } from '../../fixtures/test.ts';

for (const width of widths) {
  test.describe(`WCAG 2.2 AA, ${width} px wide`, () => {
    test.use({
      settings: { TEAM: 'true' },
      viewport: { width, height: 800 },
      contextOptions: { reducedMotion: 'reduce' },
    });

    test('answered incidents on cards, in the modal, its dialogs and lists', async ({ guard, account, device }) => {
      await device.reports();
      await device.reports({ weapon_type: 'Pistol' });
      await account.calls('POST', '/api/incidents/1/acknowledge', {});
      const { card, threat, closing } = answersOf(guard);
      await guard.goto('/dashboard');
      await expect(card.getByText(/^Acknowledged by/)).toBeVisible();
      await expectAccessible(guard);
      expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      await guard.getByRole('button', { name: 'Expand Threat' }).last().click();
      await expect(threat.getByText(/^Acknowledged by/)).toBeVisible();
      await expectAccessible(guard);
      await threat.getByRole('button', { name: 'Add note' }).click();
      await expect(guard.getByRole('dialog', { name: 'Add Note' })).toBeVisible();
      await expectAccessible(guard);
      await guard.keyboard.press('Escape');
      await threat.getByRole('button', { name: 'Close alarm' }).click();
      await closing.getByRole('button', { name: 'Close alarm' }).click();
      await expect(closing.getByRole('alert')).toBeVisible();
      await expectAccessible(guard);
      await closing.getByRole('radio', { name: 'Test' }).check();
      await closing.getByRole('button', { name: 'Close alarm' }).click();
      await expect(threat.getByText('Verdict: Test')).toBeVisible();
      await expectAccessible(guard);

      for (const view of ['recent', 'history']) {
        await guard.goto(`/dashboard?view=${view}`);
        await expect(card.getByText('Closed: Test').filter({ visible: true })).toHaveCount(1);
        await expectAccessible(guard);
        expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    });

    test("an answered incident's page, and the wall", async ({ guard, account, device }) => {
      await device.reports();
      await account.calls('POST', '/api/incidents/1/notes', { note: 'Went to look.' });
      await account.calls('POST', '/api/incidents/1/acknowledge', {});
      await guard.goto('/incidents/1');
      await expect(guard.getByRole('list', { name: 'Timeline' })).toContainText('Went to look.');
      await expect(guard.getByRole('region', { name: 'Answer' })).toContainText('Acknowledged by');
      await expect(guard.getByRole('list', { name: 'Timeline' })).toContainText('Opened');
      await expectAccessible(guard);
      expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await guard.goto('/dashboard?wall=light');
      await expect(guard.getByText(/^Acknowledged by/)).toBeVisible();
      await expectAccessible(guard);
    });
  });
}
