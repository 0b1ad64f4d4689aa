import type { DetectionAnswer } from '@vedette/contract/detection';
import { COMMENT_PAGE_SIZE, COMMENTS_MAX } from '@vedette/contract/limits';
import { fills, logsIn, presses } from '../../fixtures/account-forms.ts';
import { answersConfirm } from '../../fixtures/confirm.ts';
import { expect, test } from '../../fixtures/test.ts';
import { hooksTestOf } from '../../fixtures/test-pages/hooks-test.ts';
import { toast } from '../../fixtures/toast.ts';

test('the page lists detections and filters them by type', async ({ guard, device }) => {
  for (const weapon_type of ['rifle', 'Pistol', 'Pistol', 'crossbow']) await device.reports({ weapon_type });
  const page = hooksTestOf(guard);
  await guard.goto('/hooks-test');
  await expect(page.detections.getByText('All detections: 4')).toBeVisible();
  await expect(page.choices).toHaveCount(4);
  const type = page.detections.getByLabel('Weapon Type');
  expect(await type.locator('option').allInnerTexts()).toEqual(['Choose a type', 'Knife', 'Pistol', 'weapon', 'rifle']);

  await type.selectOption('Pistol');
  await presses(guard, 'Filter by Type');
  await expect(page.detections.getByText('Pistol detections: 2')).toBeVisible();
  await expect(page.choices).toHaveCount(2);
  await type.selectOption('Knife');
  await presses(guard, 'Filter by Type');
  await expect(page.detections.getByText('No detections found')).toBeVisible();
  await presses(guard, 'List All');
  await expect(page.choices).toHaveCount(4);
});

test('the hooks send no request without a type or an ID', async ({ guard }) => {
  const page = hooksTestOf(guard);
  const asked: string[] = [];
  guard.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await guard.goto('/hooks-test');
  await presses(guard, 'Filter by Type');
  await expect(page.detections.getByRole('alert')).toHaveText('Weapon type is required');
  await presses(guard, 'Load Detection');
  await expect(page.reader.getByRole('alert')).toHaveText('Detection ID is required');
  expect(asked.filter((path) => /\/api\/detections\/(?!all)/.test(path))).toEqual([]);
});

test('the page creates a manual detection from the form', async ({ guard, account }) => {
  const page = hooksTestOf(guard);
  await guard.goto('/hooks-test');
  await presses(guard, 'Create Detection');
  await expect(toast(guard, 'Error', 'Please fill in weapon type and location')).toBeVisible();
  await expect(page.manual.getByLabel('Location')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.manual.getByLabel('Confidence')).toHaveValue('0.8');

  await page.manual.getByLabel('Weapon Type').selectOption('rifle');
  await fills(page.manual, { Location: '   ' });
  await presses(guard, 'Create Detection');
  await expect(page.manual.getByLabel('Location')).toHaveAttribute('aria-invalid', 'true');
  await fills(page.manual, { Location: 'West fence', 'Officer Name': 'Ada', Description: 'Behind the shed' });
  await presses(guard, 'Create Detection');
  await expect(toast(guard, 'Success', 'Manual detection 1 created')).toBeVisible();
  await expect(page.choices).toHaveCount(1);
  await presses(guard, 'List Manual');
  await expect(page.detections.getByText('Manual detections: 1')).toBeVisible();

  const { detection } = (await (await account.calls('GET', '/api/detections/1')).json()) as DetectionAnswer;
  expect(detection).toMatchObject({
    weapon_type: 'rifle',
    confidence: 80,
    location: 'West fence',
    officer_name: 'Ada',
    description: 'Behind the shed',
    source: 'manual',
  });
});

test('the page comments on the selected detection', async ({ guard, device, account }) => {
  const id = await device.reports();
  const page = hooksTestOf(guard);
  await guard.goto('/hooks-test');
  const refusal = toast(guard, 'Error', 'Please select a detection and enter a comment');
  await fills(page.comment, { Comment: 'Seen' });
  await presses(guard, 'Add Comment');
  await expect(refusal).toHaveCount(1);
  await page.selects(id);
  await fills(page.comment, { Comment: '  \n ' });
  await presses(guard, 'Add Comment');
  await expect(refusal).toHaveCount(2);
  await expect(page.comment.getByLabel('Comment')).toHaveAttribute('aria-invalid', 'true');

  await presses(guard, 'Load Detection');
  await expect(page.reader.getByText('Comments: 0')).toBeVisible();
  await fills(page.comment, { Comment: '  Seen by the patrol \n' });
  await presses(guard, 'Add Comment');
  await expect(toast(guard, 'Success', 'Comment added')).toBeVisible();
  await expect(page.reader.getByText('Comments: 1')).toBeVisible();
  await fills(page.comment, { Comment: 'Gone again', 'Your Name': 'Grace' });
  await presses(guard, 'Add Comment');
  await expect(page.reader.getByText(/^Grace, /)).toBeVisible();

  const { detection } = (await (await account.calls('GET', `/api/detections/${id}`)).json()) as DetectionAnswer;
  expect(detection.comments.map(({ comment, user_name, user_id }) => ({ comment, user_name, user_id }))).toEqual([
    { comment: 'Seen by the patrol', user_name: 'Anonymous User', user_id: 1 },
    { comment: 'Gone again', user_name: 'Grace', user_id: 1 },
  ]);
});

test.describe('a detection with the maximum number of comments', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('shows the newest, the older ones on request, and the reason for accepting no more', async ({
    guard,
    device,
    account,
  }) => {
    const id = await device.reports();
    for (let number = 1; number <= COMMENTS_MAX; number += 1) {
      await account.calls('PUT', `/api/detections/${id}/comment`, { comment: `Comment ${number}` });
    }
    const page = hooksTestOf(guard);
    await guard.goto('/hooks-test');
    await page.selects(id);
    await presses(guard, 'Load Detection');
    await expect(page.reader.getByText(`Comments: ${COMMENTS_MAX}`)).toBeVisible();
    const comments = page.reader.getByText(/^Comment \d+$/);
    await expect(comments).toHaveCount(COMMENT_PAGE_SIZE);
    for (let shown = 2 * COMMENT_PAGE_SIZE; shown <= COMMENTS_MAX; shown += COMMENT_PAGE_SIZE) {
      await presses(guard, 'Show Older Comments');
      await expect(comments).toHaveCount(shown);
    }
    await expect(comments.first()).toHaveText('Comment 1');
    await expect(comments.last()).toHaveText(`Comment ${COMMENTS_MAX}`);
    await expect(page.reader.getByRole('button', { name: 'Show Older Comments' })).toHaveCount(0);

    await fills(page.comment, { Comment: 'One more' });
    await presses(guard, 'Add Comment');
    await expect(toast(guard, 'Error', 'Failed to add comment')).toBeVisible();
    await expect(page.comment.getByRole('alert')).toContainText(`A detection can have ${COMMENTS_MAX} comments`);
  });
});

test('the page deletes the selected detection after a confirmation', async ({ guard, device }) => {
  const [kept, doomed] = [await device.reports(), await device.reports()];
  const page = hooksTestOf(guard);
  await guard.goto('/hooks-test');
  await presses(guard, 'Delete Detection');
  await expect(toast(guard, 'Error', 'Please select a detection to delete')).toBeVisible();

  await page.selects(doomed);
  const remove = () => presses(guard, 'Delete Detection');
  expect(await answersConfirm(guard, 'dismiss', remove)).toMatch(/cannot be undone/);
  await expect(page.choices).toHaveCount(2);
  await answersConfirm(guard, 'accept', remove);
  await expect(toast(guard, 'Success', `Detection ${doomed} was deleted`)).toBeVisible();
  await expect(page.choices).toHaveCount(1);
  await expect(page.detections.getByText(`#${kept}`)).toBeVisible();
  await expect(guard.getByText('None selected')).toHaveCount(2);
});

test.describe('failures', () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED|status of 40[014]/] });

  test('every change with the server stopped shows the failure and keeps the input', async ({
    guard,
    device,
    server,
  }) => {
    const id = await device.reports();
    const page = hooksTestOf(guard);
    await guard.goto('/hooks-test');
    await page.selects(id);
    await page.manual.getByLabel('Weapon Type').selectOption('Knife');
    await fills(page.manual, { Location: 'West fence' });
    await fills(page.comment, { Comment: 'Seen' });
    await server.isKilled();

    await presses(guard, 'Create Detection');
    await expect(toast(guard, 'Error', 'Failed to create manual detection')).toBeVisible();
    await expect(page.manual.getByRole('alert')).toHaveText('Network Error');
    await expect(page.manual.getByLabel('Location')).toHaveValue('West fence');
    await presses(guard, 'Add Comment');
    await expect(toast(guard, 'Error', 'Failed to add comment')).toBeVisible();
    await expect(page.comment.getByRole('alert')).toHaveText('Network Error');
    await expect(page.comment.getByLabel('Comment')).toHaveValue('Seen');
    await answersConfirm(guard, 'accept', () => presses(guard, 'Delete Detection'));
    await expect(toast(guard, 'Error', 'Failed to delete detection')).toBeVisible();
    await expect(guard.getByRole('log')).toContainText('Network Error');
  });

  test("a refused change shows the server's message", async ({ guard, device, account }) => {
    const id = await device.reports();
    const page = hooksTestOf(guard);
    await guard.goto('/hooks-test');
    await page.selects(id);
    await account.calls('DELETE', `/api/detections/${id}`);
    await fills(page.comment, { Comment: 'Too late' });
    await presses(guard, 'Add Comment');
    await expect(toast(guard, 'Error', 'Failed to add comment')).toBeVisible();
    await expect(page.comment.getByRole('alert')).toContainText(`There is no detection ${id}`);
    await page.manual.getByLabel('Weapon Type').selectOption('Knife');
    await fills(page.manual, { Location: 'West fence', Confidence: '80' });
    await presses(guard, 'Create Detection');
    await expect(page.manual.getByRole('alert')).toContainText('confidence');
  });

  test('a visitor sees 401, and returns to this page after the login', async ({ page: visitor, account }) => {
    await visitor.goto('/hooks-test');
    const page = hooksTestOf(visitor);
    await expect(page.detections.getByRole('alert')).toContainText('401');
    await page.detections.getByRole('link', { name: 'Log in' }).click();
    await logsIn(visitor, account);
    await expect(visitor).toHaveURL('/hooks-test');
    await expect(page.detections.getByText('All detections: 0')).toBeVisible();
  });
});
