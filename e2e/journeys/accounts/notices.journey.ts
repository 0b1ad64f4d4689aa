import { choosesInMenu, fills, presses } from '../../fixtures/account-forms.ts';
import { recordNotices, secondsOf } from '../../fixtures/notice-times.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test('notices disappear after three seconds, the one after deleting the account after five', async ({
  page,
  account,
}) => {
  await page.addInitScript(recordNotices);
  await page.goto('/auth');
  await presses(page, 'Sign In');
  expect(await secondsOf(page, 'Please enter both email and password')).toBe(3);
  await fills(page, { Email: account.email, Password: account.password });
  await presses(page, 'Sign In');
  expect(await secondsOf(page, "You've been logged in")).toBe(3);
  await choosesInMenu(page, 'Profile');
  await presses(page, 'Delete Account');
  await presses(page.getByRole('alertdialog'), 'Delete Account');
  expect(await secondsOf(page, 'Your account has been permanently deleted')).toBe(5);
});

test('a notice can be closed', async ({ page }) => {
  await page.goto('/auth');
  await presses(page, 'Sign In');
  const notice = toast(page, 'Error', 'Please enter both email and password');
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: /close/i }).click();
  await expect(notice).toBeHidden({ timeout: 1_500 });
});
