import { answersOf } from '../../fixtures/answers.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test.use({ settings: { TEAM: 'true' } });

test("the incident's page does all of it, and tells what happened in order", async ({
  guard,
  secondGuard,
  account,
  device,
}) => {
  await device.reports();
  await device.reports();
  const { closing } = answersOf(guard);
  const { keyboard } = guard;
  await guard.goto('/incidents/1');
  await secondGuard.goto('/incidents/1');
  const answer = guard.getByRole('region', { name: 'Answer' });
  await expect(answer.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible();
  await keyboard.press('a');
  await expect(answer.getByText(`Acknowledged by ${account.email}`)).toBeVisible();
  // The event may come before the answer that can be undone.
  await expect(guard.getByRole('button', { name: 'Undo' })).toBeVisible();
  await keyboard.press('z');
  await expect(toast(guard, 'Undone', 'The incident is as it was before')).toBeVisible();
  await keyboard.press('n');
  const note = guard.getByLabel('Note', { exact: true });
  await expect(note).toBeFocused();
  await keyboard.type('Went to look.');
  await guard.getByRole('button', { name: 'Add note' }).click();
  await expect(note).toHaveValue('');
  await keyboard.press('c');
  await expect(closing).toBeVisible();
  await closing.getByRole('radio', { name: 'Authorised person' }).check();
  await closing.getByLabel('Note (optional)').fill('The new colleague.');
  await closing.getByRole('button', { name: 'Close alarm' }).click();
  await expect(secondGuard.getByRole('region', { name: 'Answer' })).toContainText('Verdict: Authorised person');
  await secondGuard.getByRole('button', { name: 'Reopen' }).click();
  await expect(answer.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible();

  for (const page of [guard, secondGuard]) {
    const timeline = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await expect(timeline.filter({ hasNotText: /^Opened/ })).toHaveText([
      /^Seen\d/,
      /^Seen again/,
      /^Acknowledged\d.*Undone$/,
      /^Note.*Went to look\.$/,
      /^Closed: Authorised person.*The new colleague\.$/,
      /^Reopened/,
    ]);
    await expect(timeline.filter({ hasText: /^Opened/ })).toHaveCount(2);
    await expect(timeline.locator('s')).toHaveText(['Acknowledged']);
  }
});

test('that a note could not be stored keeps it in its field', async ({ guard, device }) => {
  await device.reports();
  await guard.goto('/incidents/1');
  await guard.getByLabel('Note', { exact: true }).fill('Went to look.');
  await guard.route('**/notes', (route) => route.abort());
  await guard.getByRole('button', { name: 'Add note' }).click();
  await expect(toast(guard, 'Not Saved', 'Network Error')).toBeVisible();
  await expect(guard.getByLabel('Note', { exact: true })).toHaveValue('Went to look.');
  await guard.unroute('**/notes');
  await guard.getByRole('button', { name: 'Add note' }).click();
  await expect(guard.getByRole('list', { name: 'Timeline' })).toContainText('Went to look.');
});
test.use({ expectedErrors: [/ERR_FAILED/] });
