import { expectAccessible, widths } from '../../fixtures/accessibility.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

for (const width of widths) {
  test.describe(`WCAG 2.2 AA of the public pages, ${width} px wide`, () => {
    test.use({
      viewport: { width, height: 800 },
      contextOptions: { reducedMotion: 'reduce' },
      expectedErrors: [/status of 404.*\/nowhere\)$/],
    });

    test.beforeEach(async ({ page }) => {
      await page.goto('/');
    });

    test('every page', async ({ page }) => {
      for (const path of ['/', '/project-overview', '/about', '/contact', '/articles', '/nowhere']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
      }
    });

    test('the second tab of the home page, and the menu of a phone', async ({ page }) => {
      await page.getByRole('tab', { name: 'Access to Account' }).click();
      await expectAccessible(page);
      if (width > 700) return;
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expectAccessible(page);
    });

    test.describe('when the server refuses a message', () => {
      test.use({ expectedErrors: [/status of 400/] });

      test('the contact form', async ({ page }) => {
        await page.goto('/contact');
        for (const name of ['Name', 'Email', 'Message']) {
          await page.getByLabel(name, { exact: true }).fill(name === 'Email' ? 'ada@port.example' : '  ');
        }
        await page.getByRole('button', { name: 'Send Message' }).click();
        await expect(toast(page, 'Message not sent', /.+/)).toBeVisible();
        await expectAccessible(page);
      });
    });
  });
}
