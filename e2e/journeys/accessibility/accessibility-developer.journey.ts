import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';
import { authTestOf } from '../../fixtures/test-pages/auth-test.ts';
import { developerPages } from '../../fixtures/test-pages/developer-pages.ts';
import { hooksTestOf } from '../../fixtures/test-pages/hooks-test.ts';

for (const width of widths) {
  test.describe(`WCAG 2.2 AA of the test pages, ${width} px wide`, () => {
    test.use({
      viewport: { width, height: 800 },
      contextOptions: { reducedMotion: 'reduce' },
      expectedErrors: [/status of 401|localhost:5000/],
    });

    test('each page for a visitor', async ({ page }) => {
      for (const { path, title } of developerPages) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
        await expect(page.getByText('Running …')).toHaveCount(0);
        await expectAccessible(page);
      }
    });

    test('each page with responses, and with every field refused', async ({ page, context, account, device }) => {
      await device.reports();
      await account.signsInTo(context);
      await page.goto('/quick-api-test');
      await presses(page, 'Run All Tests');
      await expect(page.getByText('Passed', { exact: true })).toHaveCount(3);
      await expectAccessible(page);

      await page.goto('/hooks-test');
      await hooksTestOf(page).selects(1);
      for (const button of ['Load Detection', 'Create Detection', 'Add Comment']) await presses(page, button);
      await expect(hooksTestOf(page).reader.getByText('Comments: 0')).toBeVisible();
      await presses(page, 'Filter by Type');
      await expect(hooksTestOf(page).detections.getByRole('alert')).toBeVisible();
      await expectAccessible(page);

      await page.goto('/auth-test');
      await presses(page, 'Test Email Login/Logout');
      await authTestOf(page).ends('Email Login/Logout', 'failed');
      await expectAccessible(page);
    });
  });
}
