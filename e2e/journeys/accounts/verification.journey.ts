import { presses } from '../../fixtures/account-forms.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test('the mailed link verifies an address, and can be sent again', async ({ guard, account, server }) => {
  await guard.goto('/profile');
  await expect(guard.getByText('Address not verified')).toBeVisible();
  await presses(guard, 'Send Again');
  await expect(toast(guard, 'Success', `Verification email sent to ${account.email}`)).toBeVisible();
  await expect.poll(() => server.mailbox.count(account.email, 'verification')).toBe(1);

  const otherTab = await guard.context().newPage();
  await otherTab.goto(await server.mailbox.linkTo(account.email, 'verification'));
  await expect(otherTab.getByRole('alert')).toHaveText(/Your email address is verified/);
  await presses(otherTab, 'Dismiss');
  await expect(otherTab).toHaveURL('/');
  await expect(guard.getByText('Address verified')).toBeVisible();
});

test('the page of an invalid link explains how to get a new one', async ({ guard }) => {
  await guard.goto('/api/auth/verify-email?token=none');
  await expect(guard.getByRole('alert')).toHaveText(/no longer works/);
  await guard.getByRole('alert').getByRole('link', { name: 'profile' }).click();
  await expect(guard).toHaveURL('/profile');
});
